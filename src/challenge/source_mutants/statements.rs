//! Statements that are left out: lines on which a statement begins and ends, as far as that can be seen.

use super::lexemes::{Kind, Lexeme, Syntax, are_in_line, line_end};
use super::mutant::SourceMutant;

/// Words with which lines begin that are no statements of their own, or without which a program only stops to be one.
const OTHERS: [&str; 49] = [
    "import",
    "from",
    "use",
    "using",
    "require",
    "include",
    "package",
    "class",
    "def",
    "function",
    "func",
    "fn",
    "sub",
    "if",
    "elif",
    "elsif",
    "elseif",
    "else",
    "unless",
    "for",
    "foreach",
    "while",
    "until",
    "repeat",
    "do",
    "loop",
    "case",
    "match",
    "switch",
    "when",
    "default",
    "try",
    "except",
    "catch",
    "finally",
    "rescue",
    "ensure",
    "with",
    "then",
    "begin",
    "end",
    "done",
    "fi",
    "esac",
    "pass",
    "public",
    "private",
    "interface",
    "module",
];

pub(super) fn mutants(source: &[u8], lexemes: &[Lexeme], syntax: &Syntax) -> Vec<SourceMutant> {
    let mut depth = 0_isize;
    let lines = lexemes.chunk_by(|one, next| are_in_line(source, one.at.start, next.at.start));
    let mut found = Vec::new();
    for line in lines {
        let before = depth;
        depth += brackets(source, line);
        if before == 0 && depth == 0 && is_statement(source, line) {
            found.push(without(source, line, syntax));
        }
    }
    found
}

/// How many more round and square brackets open than close.
fn brackets(source: &[u8], line: &[Lexeme]) -> isize {
    let signs = line.iter().filter(|lexeme| lexeme.kind == Kind::Sign);
    let change = |sign: &Lexeme| match sign.text(source) {
        b"(" | b"[" => 1,
        b")" | b"]" => -1,
        _ => 0,
    };
    signs.map(change).sum()
}

fn is_statement(source: &[u8], line: &[Lexeme]) -> bool {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return false };
    let is_other = OTHERS.iter().any(|word| first.is(source, word));
    let begins = first.kind == Kind::Word || b"$@(+-".contains(&source[first.at.start]);
    let goes_on =
        last.kind == Kind::Sign && !b")];".contains(&source[last.at.start]) && last.text(source) != b"++";
    let is_text = first.kind == Kind::Text;
    !is_other && begins && !is_text && !goes_on && are_in_line(source, last.at.start, last.at.end)
}

fn without(source: &[u8], statement: &[Lexeme], syntax: &Syntax) -> SourceMutant {
    let (first, last) = (&statement[0], &statement[statement.len() - 1]);
    let at = first.at.start..last.at.end.min(line_end(source, last.at.start));
    let nothing = match &syntax.nothing {
        Some(nothing) => nothing.as_str(),
        None if last.is(source, ";") => ";",
        None => "",
    };
    SourceMutant::told(source, at, nothing, "was left out")
}
