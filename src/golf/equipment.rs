//! What a command gets of the languages: the messages that its program and its interpreter may write, and the settings that it
//! may read.

use std::sync::Arc;

use super::{Language, Languages};
use crate::execution::Messages;
use crate::process::Command;

impl Languages {
    /// The command of a program in this language, with what is known of its messages and settings.
    pub(super) fn equip(&self, command: Command, language: &Language) -> Command {
        let is_compiled = !language.compile.is_empty();
        let own = language.refusals.clone().or_else(|| is_compiled.then(Vec::new));
        let messages = self.messages(Some(language));
        let refusals = own.unwrap_or_else(|| messages.refusals.clone());
        let messages = Messages { refusals, ..messages };
        Command { overhead: language.overhead, messages: Arc::new(messages), ..self.unsure(command, None) }
    }

    /// The command of a program that may be in any language: in this one, if it is named.
    pub(super) fn unsure(&self, command: Command, likely: Option<&Language>) -> Command {
        let settings = self.known.iter().flat_map(|language| &language.settings);
        let settings = settings.chain(&self.others.settings).cloned().collect();
        Command { messages: Arc::new(self.messages(likely)), settings, ..command }
    }

    /// What is known of the messages of all of them, of one language first.
    fn messages(&self, first: Option<&Language>) -> Messages {
        let is_first = |language: &&Language| first.is_some_and(|first| first.name == language.name);
        let (first, rest): (Vec<_>, Vec<_>) = self.known.iter().partition(is_first);
        let mut all = Messages::default();
        for language in first.into_iter().chain(rest) {
            all.errors.extend(language.errors.iter().cloned());
            all.refusals.extend(language.refusals.iter().flatten().cloned());
            all.missing_file.extend(language.missing_file.iter().cloned());
            all.end_of_input.extend(language.end_of_input.iter().cloned());
        }
        all.refusals.extend(self.others.refusals.iter().cloned());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::{Ending, Execution};

    /// The message by which a source in the language with this ending was rejected; of a command if there is none.
    fn refused(ending: &str, stdout: &str, stderr: &str) -> Option<String> {
        let languages = Languages::built_in();
        let command = Command::new("x", [""; 0]);
        let command = match languages.by_ending(ending) {
            Some(language) => languages.equip(command, language),
            None => languages.unsure(command, None),
        };
        let [stdout, stderr] = [stdout, stderr].map(|text| text.as_bytes().to_vec());
        let run = Execution { stdout, stderr, ..Execution::of_nothing(Ending::Exited(1)) };
        let told = run.with_refusal(&command.messages.refusals).refusal;
        told.map(|told| told.lines().next().unwrap().to_owned())
    }

    #[test]
    fn interpreters_that_refuse_a_source_are_known() {
        for (ending, said, told) in [
            (
                "py",
                "  File \"a.py\", line 2\n    y=2\nIndentationError: unexpected indent",
                "line 2: IndentationError: unexpected indent",
            ),
            (
                "js",
                "/a.js:3\n\nSyntaxError: Unexpected end of input\n    at wrapSafe (node:internal)",
                "line 3: SyntaxError: Unexpected end of input",
            ),
            (
                "pl",
                "syntax error at b.pl line 1, near \"= ;\"\nExecution of b.pl aborted due to compilation errors.",
                "syntax error at b.pl line 1, near \"= ;\"",
            ),
            ("lua", "lua5.4: a.lua:3: ')' expected near <eof>", "lua5.4: a.lua:3: ')' expected near <eof>"),
            (
                "sed",
                "sed: file a.sed line 1: unterminated `s' command",
                "sed: file a.sed line 1: unterminated `s' command",
            ),
            (
                "rb",
                "a.rb:2: syntax error, unexpected end-of-input",
                "a.rb:2: syntax error, unexpected end-of-input",
            ),
            (
                "sh",
                "a.sh: 3: Syntax error: end of file unexpected",
                "a.sh: 3: Syntax error: end of file unexpected",
            ),
            (
                "bash",
                "a.bash: line 3: syntax error near unexpected token `)'",
                "a.bash: line 3: syntax error near unexpected token `)'",
            ),
            (
                "awk",
                "gawk: a.awk:1: BEGIN{(}\ngawk: a.awk:1:        ^ syntax error",
                "gawk: a.awk:1:        ^ syntax error",
            ),
            (
                "php",
                "PHP Parse error:  Unclosed '(' in a.php on line 3",
                "PHP Parse error:  Unclosed '(' in a.php on line 3",
            ),
        ] {
            for ending in [ending, ""] {
                assert_eq!(refused(ending, "", said).as_deref(), Some(told), "{ending}");
                assert_eq!(refused(ending, "...\n", said), None, "it has run");
            }
            let other = if ending == "py" { "js" } else { "py" };
            assert_eq!(refused(other, "", said), None, "the message of another language");
            assert_eq!(refused("c", "", said), None, "it was compiled");
        }
        assert_eq!(refused("", "", "x:7: parse error").as_deref(), Some("x:7: parse error"));
    }

    #[test]
    fn what_goes_wrong_as_a_program_runs_is_no_refusal() {
        for (ending, said) in [
            ("py", ""),
            (
                "py",
                "Traceback (most recent call last):\n  File \"d.py\", line 1\nSyntaxError: invalid syntax",
            ),
            ("bash", "a.bash: line 5: 1+: syntax error: operand expected (error token is \"+\")"),
            ("bash", "a.bash: eval: line 5: syntax error: unexpected end of file"),
            ("sh", "a.sh: 1: eval: Syntax error: end of file unexpected"),
            ("lua", "lua5.4: a.lua:3: number expected near x\nstack traceback:\n\ta.lua:3: in main chunk"),
            ("js", "SyntaxError: Unexpected token\n    at eval (a.js:3)"),
            ("pl", "Died at a.pl line 3."),
            ("awk", "gawk: a.awk:1: (FILENAME=- FNR=1) fatal: division by zero attempted"),
            ("php", "PHP Parse error:  syntax error in a.php(1) : eval()'d code on line 1"),
            ("rb", "a.rb:1:in `eval': (eval):1: syntax error, unexpected end-of-input (SyntaxError)"),
        ] {
            assert_eq!(refused(ending, "", said), None, "{said}");
        }
        let sum = "a.bash: line 5: 1+: syntax error: operand expected (error token is \"+\")";
        assert_eq!(refused("", "", sum), None, "nor of a command");
    }

    #[test]
    fn only_a_language_that_says_nothing_of_refusals_has_those_of_all() {
        let mine = |more: &str| {
            let text = format!(
                "[[language]]\nname = 'X'\nendings = ['x']\ntools.x = ['x']\nrun = ['{{x}}']\ninstall = ''\n{more}"
            );
            let languages = Languages::built_in().with(&text).unwrap();
            let command = languages.equip(Command::new("x", [""; 0]), languages.by_ending("x").unwrap());
            command.messages.refusals.len()
        };
        assert_eq!([mine("compile = ['{x}']"), mine("refusals = []")], [0, 0]);
        assert_eq!(mine("refusals = [{ report = 'bad' }]"), 1);
        assert!(mine("") > 8);
    }

    #[test]
    fn settings_of_all_languages_are_shown_to_each() {
        let languages = Languages::built_in();
        let perl = languages.equip(Command::new("x", [""; 0]), languages.by_ending("pl").unwrap());
        for name in ["python", "perl", "jdk", "R"] {
            assert!(perl.settings.iter().any(|known| known == name), "{name}");
        }
    }
}
