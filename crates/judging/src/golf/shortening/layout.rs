//! White space and comments, of the whole text at once.

use std::ops::Range;

use super::edit::Edit;
use super::lexemes::{LexedSource, is_word};

/// Less white space and fewer comments: everywhere first, then line by line.
pub(super) fn edits(source: &LexedSource<'_>) -> Vec<Edit> {
    let gaps: Vec<_> = source.gaps().collect();
    let everywhere = |with: &dyn Fn(Range<usize>) -> Vec<u8>| {
        Edit::of_all(gaps.iter().map(|gap| (gap.clone(), with(gap.clone()))))
    };
    let all = [
        everywhere(&|gap| {
            if is_between_words(source.text, &gap) { least(source.text, &gap) } else { Vec::new() }
        }),
        everywhere(&|gap| least(source.text, &gap)),
        everywhere(&|gap| sparse(source.text, &gap)),
        everywhere(&|gap| on_lines(source.text, &gap)),
        without(indentation(source)),
        indented(source, b' '),
        indented(source, b'\t'),
    ];
    let each = gaps.iter().map(|gap| Edit::instead(gap.clone(), on_lines(source.text, gap)));
    let each = each.chain(gaps.iter().map(|gap| Edit::instead(gap.clone(), least(source.text, gap))));
    all.into_iter().flatten().chain(each).filter(|edit| edit.saved() > 0).collect()
}

fn without(parts: Vec<Range<usize>>) -> Option<Edit> {
    Edit::of_all(parts.into_iter().map(|part| (part, Vec::new())))
}

/// Whether words would run together without it.
fn is_between_words(text: &[u8], gap: &Range<usize>) -> bool {
    let is_word = |byte: &u8| is_word(*byte);
    let before = gap.start.checked_sub(1).and_then(|place| text.get(place));
    before.is_some_and(is_word) && text.get(gap.end).is_some_and(is_word)
}

/// The shortest replacement of a gap that always separates words: a line feed if the gap has one, otherwise a space.
fn least(text: &[u8], gap: &Range<usize>) -> Vec<u8> {
    let has_line_end = text[gap.clone()].contains(&b'\n');
    vec![if has_line_end { b'\n' } else { b' ' }]
}

/// As [`least`], but empty if it would be a space and no words would run together without it.
fn sparse(text: &[u8], gap: &Range<usize>) -> Vec<u8> {
    match least(text, gap) {
        space if space == b" " && !is_between_words(text, gap) => Vec::new(),
        least => least,
    }
}

/// The last line of it, which is the indentation of what follows; without empty lines, comments, and spaces that are not needed.
fn on_lines(text: &[u8], gap: &Range<usize>) -> Vec<u8> {
    let inside = &text[gap.clone()];
    let is_last = gap.end == text.len();
    match inside.iter().rposition(|byte| *byte == b'\n') {
        Some(_) if is_last => Vec::new(),
        Some(end) if gap.start == 0 => inside[end + 1..].to_vec(),
        Some(end) => inside[end..].to_vec(),
        None => sparse(text, gap),
    }
}

/// The white space at the head of a line.
fn head(text: &[u8], line: Range<usize>) -> Range<usize> {
    let is_end = |byte: &u8| *byte != b' ' && *byte != b'\t';
    let length = text[line.clone()].iter().position(is_end).unwrap_or(line.len());
    line.start..line.start + length
}

/// The white space at the head of each line that has some.
fn indentation(source: &LexedSource<'_>) -> Vec<Range<usize>> {
    let heads = source.lines().into_iter().map(|line| head(source.text, line));
    heads.filter(|head| !head.is_empty()).collect()
}

/// One byte for each level of indentation.
fn indented(source: &LexedSource<'_>, with: u8) -> Option<Edit> {
    let mut levels: Vec<usize> = Vec::new();
    let is_blank = |line: &Range<usize>| source.text[line.clone()].trim_ascii().is_empty();
    let lines = source.lines().into_iter().filter(|line| !is_blank(line));
    let parts = lines.map(|line| head(source.text, line)).map(|head| {
        levels.retain(|level| *level < head.len());
        let depth = levels.len() + usize::from(!head.is_empty());
        if !head.is_empty() {
            levels.push(head.len());
        }
        (head, vec![with; depth])
    });
    Edit::of_all(parts.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_words_becomes_less() {
        let text = b"# head\nif  a == 1 :\n    b = [ 2 ]  # why\n\n    while b :\n        c ( )\nd\n";
        let changed: Vec<_> =
            edits(&LexedSource::new(text, &["#".to_owned()])).iter().map(|edit| edit.apply(text)).collect();
        let has = |wanted: &str| changed.iter().any(|text| text == wanted.as_bytes());
        assert!(has("if a==1:\n    b=[2]\n    while b:\n        c()\nd"), "{changed:?}");
        assert!(has("# head\nif  a == 1 :\n b = [ 2 ]  # why\n\n while b :\n  c ( )\nd\n"), "{changed:?}");
        assert!(
            has("if  a == 1 :\n    b = [ 2 ]  # why\n\n    while b :\n        c ( )\nd\n"),
            "{changed:?}"
        );
    }
}
