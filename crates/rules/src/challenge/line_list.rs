//! Lines of a run in a message: repeated lines are written once, with their number; of very many only the
//! first and the last.

/// How many are listed at most, and how many of those are the last.
const MOST: usize = 100;
const LAST: usize = 20;

/// Lines, each already in its visible form, separated by commas.
pub fn listed<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> String {
    let mut rows: Vec<(S, usize)> = Vec::new();
    for line in lines {
        match rows.last_mut() {
            Some((last, count)) if last.as_ref() == line.as_ref() => *count += 1,
            _ => rows.push((line, 1)),
        }
    }
    let row = |(line, count): &(S, usize)| match count {
        1 => line.as_ref().to_owned(),
        2 => format!("{0}, {0}", line.as_ref()),
        _ => format!("{} {count} times", line.as_ref()),
    };
    let joined = |rows: &[(S, usize)]| rows.iter().map(row).collect::<Vec<_>>().join(", ");
    if rows.len() <= MOST {
        return joined(&rows);
    }
    let (first, last) = (&rows[..MOST - LAST], &rows[rows.len() - LAST..]);
    let left_out: usize = rows[MOST - LAST..rows.len() - LAST].iter().map(|(_, count)| count).sum();
    format!("{}, … {left_out} more …, {}", joined(first), joined(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_same_line_are_counted_and_very_many_lines_cut() {
        assert_eq!(listed([""; 0]), "");
        assert_eq!(listed(["a", "b", "b", "c", "c", "c", "a"]), "a, b, b, c 3 times, a");
        let many: Vec<_> = (0..300).map(|number| number.to_string()).collect();
        let text = listed(&many);
        assert!(text.starts_with("0, 1, 2,") && text.ends_with("298, 299"), "{text}");
        assert!(text.contains("79, … 200 more …, 280"), "{text}");
    }
}
