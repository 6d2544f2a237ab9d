//! A machine as a graph, in the languages of Graphviz and of Mermaid, which draw it. A node is a state, with the
//! lines that do not leave it or that end the program; an arrow has the lines that lead to another state.

use super::legend::{Legend, Place, Row, State};
use crate::challenge::Learned;
use crate::transcript::visible_line;

/// The machine in DOT, the language of Graphviz.
pub(crate) fn dot(title: &str, learned: &Learned) -> String {
    let quoted =
        |texts: &[String]| texts.iter().map(|text| escaped_for_dot(text) + "\\l").collect::<String>();
    let mut text =
        format!("digraph \"{}\" {{\n  rankdir=LR\n  node [shape=box]\n", escaped_for_dot(&visible(title)));
    for state in Legend::of(learned).states {
        text += &format!("  {} [label=\"{}\"]\n", state.number, quoted(&inside(&state)));
        for (to, texts) in arrows(&state) {
            text += &format!("  {} -> {to} [label=\"{}\"]\n", state.number, quoted(&texts));
        }
    }
    text + "}\n"
}

/// The machine as a flowchart of Mermaid, which code hosts show within Markdown.
pub(crate) fn mermaid(title: &str, learned: &Learned) -> String {
    let quoted = |texts: &[String]| {
        texts.iter().map(|text| escaped_for_mermaid(text)).collect::<Vec<_>>().join("<br>")
    };
    let mut text = format!("%% {}\nflowchart LR\n", visible(title));
    for state in Legend::of(learned).states {
        text += &format!("  s{}[\"{}\"]\n", state.number, quoted(&inside(&state)));
        for (to, texts) in arrows(&state) {
            text += &format!("  s{} -->|\"{}\"| s{to}\n", state.number, quoted(&texts));
        }
    }
    text
}

/// The name of a state, and what happens inside it.
fn inside(state: &State) -> Vec<String> {
    let head = format!("state {} {}", state.number, state.way);
    let rows = state.rows.iter().filter(|row| leaves_to(row, state).is_none()).map(told);
    [head].into_iter().chain(rows).collect()
}

/// The lines that lead to each other state.
fn arrows(state: &State) -> Vec<(usize, Vec<String>)> {
    let mut arrows: Vec<(usize, Vec<String>)> = Vec::new();
    for row in &state.rows {
        let Some(to) = leaves_to(row, state) else { continue };
        match arrows.iter_mut().find(|(known, _)| *known == to) {
            Some((_, texts)) => texts.push(told(row)),
            None => arrows.push((to, vec![told(row)])),
        }
    }
    arrows
}

/// The other state that a row leads to, if it does.
fn leaves_to(row: &Row, state: &State) -> Option<usize> {
    match row.to {
        Place::State(number) if number != state.number => Some(number),
        Place::State(_) | Place::End => None,
    }
}

fn told(row: &Row) -> String {
    let ends = if row.to == Place::End { "ends: " } else { "" };
    format!("{ends}{} / {}", row.inputs, row.answer)
}

fn visible(text: &str) -> String {
    visible_line(text.as_bytes())
}

/// What is special within quotes in DOT.
fn escaped_for_dot(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Signs that Mermaid could read as Markdown, HTML or syntax become entities.
fn escaped_for_mermaid(text: &str) -> String {
    let sign = |sign: char| match sign {
        _ if sign.is_alphanumeric() || " ,:/⏎".contains(sign) => sign.to_string(),
        _ => format!("#{};", u32::from(sign)),
    };
    text.chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::super::table;
    use super::*;
    use crate::challenge::{Source, Tested};
    use crate::machine::{Mealy, Step};

    /// Counts up to this many states with `a`, and starts again with `b`.
    fn counter(states: usize) -> Learned {
        let step = |output, to| Step { output, to };
        let row = |state: usize| [step(1, (state + 1) % states), step(2, 0), step(3, states)];
        let end = [step(0, states); 3];
        let steps = (0..states).flat_map(row).chain(end).collect();
        Learned {
            source: Source::default(),
            lines: ["a", "b"].map(str::to_owned).to_vec(),
            opening: String::new(),
            texts: ["one", "anew", "bye"].map(|text| Some(text.to_owned())).to_vec(),
            machine: Mealy::new(3, steps).expect("it is whole"),
            tested: Tested::default(),
        }
    }

    /// A program that prints what is special in the languages of drawings.
    fn evil() -> Learned {
        let text = "</text><script>alert(1)</script>\u{1b}\u{0}\"'&`|];\\\n";
        let step = |output, to| Step { output, to };
        let steps = vec![step(1, 1), step(1, 2), step(1, 0), step(1, 2), step(0, 2), step(0, 2)];
        Learned {
            source: Source::default(),
            lines: vec![text.trim_end().to_owned()],
            opening: text.to_owned(),
            texts: vec![Some(text.to_owned())],
            machine: Mealy::new(2, steps).expect("it is whole"),
            tested: Tested::default(),
        }
    }

    #[test]
    fn a_graph_has_the_states_and_what_leads_from_one_to_another() {
        insta::assert_snapshot!("counter-dot", dot("A \"counter\"", &counter(3)));
        insta::assert_snapshot!("counter-mermaid", mermaid("A \"counter\"", &counter(3)));
    }

    #[test]
    fn what_a_program_says_cannot_leave_its_label() {
        insta::assert_snapshot!("evil-dot", dot("evil\n", &evil()));
        insta::assert_snapshot!("evil-mermaid", mermaid("evil\n", &evil()));
        let table = table(&evil(), 100);
        assert!(table.contains("state 2 after") && !table.contains(['\u{1b}', '\u{0}']), "{table}");
    }

    #[test]
    fn a_long_table_is_cut_with_a_count() {
        let table = |longest| table(&counter(40), longest);
        assert!(table(160).starts_with("state 1 at") && !table(160).contains('…'), "{}", table(160));
        let cut = table(159);
        assert!(cut.ends_with("\n… 1 more state\n") && !cut.contains("state 40 "), "{cut}");
        assert!(table(160).contains("state 40 after `a` 39 times\n"), "{}", table(160));
    }
}
