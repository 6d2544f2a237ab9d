//! The message of a language that rejects a source: from a compiler, or from an interpreter that has read the
//! whole source and executed nothing. Interpreters are recognised by the form of the message. A program that
//! prints the same message without having been rejected has not printed the expected output either.

use std::borrow::Cow;

use super::{Ending, Execution};

/// How much of the message is examined, in bytes.
const HEARD: usize = 16 << 10;

/// How many lines of it are kept.
const KEPT: usize = 8;

impl Execution {
    /// Its output on standard error, as far as it is examined.
    pub fn complaint(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr[..self.stderr.len().min(HEARD)])
    }

    /// The end of its output on standard error, as far as it is examined: that is where a program says why it ends.
    pub fn last_complaint(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr[self.stderr.len().saturating_sub(HEARD)..])
    }

    /// The message of an interpreter that rejected the source, if one did: line and message come first.
    pub fn refusal(&self) -> Option<String> {
        let has_run = !self.stdout.trim_ascii().is_empty();
        if has_run || !matches!(self.ending, Ending::Exited(1..)) {
            return None;
        }
        let said = self.complaint();
        let lines: Vec<_> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        let message = REFUSALS.iter().find_map(|refusal| refusal(&lines))?;
        let kept = lines.iter().take(KEPT).copied().collect::<Vec<_>>().join("\n");
        Some(format!("{}\n{kept}", placed(message, &lines)))
    }
}

/// The first line of a compiler's message that says what is wrong, with the number of the line in the source.
pub fn first_words(complaint: &str) -> String {
    let lines: Vec<_> = complaint.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_telling = |line: &&&str| line.to_lowercase().contains("error");
    let Some(telling) = lines.iter().position(|line| is_telling(&line)) else {
        return lines.first().copied().unwrap_or_default().to_owned();
    };
    let message = lines[telling].trim();
    let next = lines.get(telling + 1).filter(|_| message.ends_with(':') || message.ends_with(']'));
    let message = next.map_or(message.to_owned(), |next| format!("{message} {}", next.trim()));
    placed(&message, &lines)
}

/// A form of message by which an interpreter rejects the source: returns the line with the reason.
type Known = for<'a> fn(&[&'a str]) -> Option<&'a str>;

const REFUSALS: [Known; 6] = [python, node, perl, lua, sed, others];

fn python<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let kinds = ["SyntaxError:", "IndentationError:", "TabError:"];
    // Source that the program compiles later has a traceback.
    let is_later = lines.iter().any(|line| line.starts_with("Traceback"));
    let last = lines.last().filter(|line| kinds.iter().any(|kind| line.starts_with(kind)))?;
    (!is_later && lines.first()?.trim_start().starts_with("File \"")).then_some(*last)
}

fn node<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let loaders = ["at wrapSafe", "at compileSourceTextModule", "at internalCompileFunction"];
    let is_loading = |line: &&str| loaders.iter().any(|loader| line.trim_start().starts_with(loader));
    let error = lines.iter().position(|line| line.starts_with("SyntaxError:"))?;
    lines.get(error + 1).filter(|line| is_loading(line)).map(|_| lines[error])
}

fn perl<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let first = lines.first()?;
    let is_refused = lines.iter().any(|line| line.ends_with("compilation errors."))
        || first.starts_with("Can't find string terminator");
    (is_refused && first.contains(" line ")).then_some(*first)
}

fn lua<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let first = lines.first().filter(|line| line.starts_with("lua") && line.contains(" near "))?;
    let has_run = lines.iter().any(|line| line.contains("in main chunk") || line.contains("in function"));
    (!has_run).then_some(*first)
}

fn sed<'a>(lines: &[&'a str]) -> Option<&'a str> {
    lines.first().filter(|line| line.starts_with("sed: file ") && line.contains(" line ")).copied()
}

/// Ruby, PHP, shells, awk and others that use this name. A shell reports errors in arithmetic in the same way
/// while it runs.
fn others<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let is_sum =
        |line: &str| ["operand", "operator", "token is", "expression"].iter().any(|word| line.contains(word));
    let names = ["syntax error", "parse error"];
    let is_refusal = |line: &&&str| {
        let small = line.to_lowercase();
        names.iter().any(|name| small.contains(name)) && !is_sum(&small)
    };
    lines.iter().find(is_refusal).copied().filter(|_| number(lines).is_some())
}

/// A message with the number of the line in the source, unless it contains that.
fn placed(message: &str, lines: &[&str]) -> String {
    match (number(&[message]), number(lines)) {
        (None, Some(line)) => format!("line {line}: {message}"),
        _ => message.to_owned(),
    }
}

/// The first line number that is mentioned, as `line 3`, `:3:`, `: 3:`, or `:3` at the end.
fn number(lines: &[&str]) -> Option<u32> {
    lines.iter().find_map(|line| {
        let after =
            |mark: &'static str| line.match_indices(mark).map(move |(at, mark)| &line[at + mark.len()..]);
        let named = after("line ").find_map(|rest| leading(rest).map(|(number, _)| number));
        let marked = |rest: &str| {
            let (number, rest) = leading(rest.trim_start())?;
            (rest.is_empty() || rest.starts_with(':')).then_some(number)
        };
        named.or_else(|| after(":").find_map(marked))
    })
}

/// The number at the beginning of a text, and the rest.
fn leading(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(stdout: &str, stderr: &str) -> Option<String> {
        let [stdout, stderr] = [stdout, stderr].map(|text| text.as_bytes().to_vec());
        let run = Execution { stdout, stderr, ..Execution::of_nothing(Ending::Exited(1)) };
        run.refusal().map(|told| told.lines().next().unwrap().to_owned())
    }

    #[test]
    fn interpreters_that_refuse_a_source_are_known() {
        for (said, told) in [
            (
                "  File \"a.py\", line 2\n    y=2\nIndentationError: unexpected indent",
                "line 2: IndentationError: unexpected indent",
            ),
            (
                "/a.js:3\n\nSyntaxError: Unexpected end of input\n    at wrapSafe (node:internal)",
                "line 3: SyntaxError: Unexpected end of input",
            ),
            (
                "syntax error at b.pl line 1, near \"= ;\"\nExecution of b.pl aborted due to compilation errors.",
                "syntax error at b.pl line 1, near \"= ;\"",
            ),
            ("lua5.4: a.lua:3: ')' expected near <eof>", "lua5.4: a.lua:3: ')' expected near <eof>"),
            (
                "sed: file a.sed line 1: unterminated `s' command",
                "sed: file a.sed line 1: unterminated `s' command",
            ),
            (
                "a.rb:2: syntax error, unexpected end-of-input",
                "a.rb:2: syntax error, unexpected end-of-input",
            ),
            (
                "a.sh: 3: Syntax error: end of file unexpected",
                "a.sh: 3: Syntax error: end of file unexpected",
            ),
            (
                "PHP Parse error:  Unclosed '(' in a.php on line 3",
                "PHP Parse error:  Unclosed '(' in a.php on line 3",
            ),
        ] {
            assert_eq!(refused("", said).as_deref(), Some(told));
            assert_eq!(refused("...\n", said), None, "it has run");
        }
    }

    #[test]
    fn what_goes_wrong_as_a_program_runs_is_no_refusal() {
        for said in [
            "",
            "Traceback (most recent call last):\n  File \"d.py\", line 1\nSyntaxError: invalid syntax",
            "a.bash: line 5: 1+: syntax error: operand expected (error token is \"+\")",
            "lua5.4: a.lua:3: number expected near x\nstack traceback:\n\ta.lua:3: in main chunk",
            "SyntaxError: Unexpected token\n    at eval (a.js:3)",
            "Died at a.pl line 3.",
        ] {
            assert_eq!(refused("", said), None, "{said}");
        }
    }

    #[test]
    fn of_a_compilers_complaint_the_first_line_that_tells_is_shown_with_its_number() {
        for (said, told) in [
            (
                "broken.c: In function 'main':\nbroken.c:1:12: error: expected '}'",
                "broken.c:1:12: error: expected '}'",
            ),
            ("error: expected `;`\n --> a.rs:3:5", "line 3: error: expected `;`"),
            ("a.hs:1:5: error:\n    parse error on input", "a.hs:1:5: error: parse error on input"),
            (
                "File \"a.ml\", line 7, characters 0-1:\n7 | (\nError: Syntax error",
                "line 7: Error: Syntax error",
            ),
            ("nothing that is known", "nothing that is known"),
        ] {
            assert_eq!(first_words(said), told);
        }
    }
}
