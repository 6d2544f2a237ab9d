//! Sources that their interpreter rejects, in every language that is interpreted, and programs that print the same message.

use referee::golf::Languages;
use serde_json::Value;

use crate::candidates::{LINE, REFUSE, program};
use crate::program::{check, check_shell, folder};

/// A source with a syntax error.
struct Broken {
    ending: &'static str,
    source: &'static str,
    /// A program that prints a wrong line, then this message on standard error, and ends with status 1. None for a language
    /// whose interpreter has no such message.
    says: Option<fn(&str) -> String>,
}

const BROKEN: [Broken; 30] = [
    Broken { ending: "ash", source: "if true; then\n", says: Some(shell) },
    Broken { ending: "awk", source: "BEGIN { print \"x\"\n", says: Some(awk) },
    Broken { ending: "bas", source: "print \"x\"\nfor i=1 to\n", says: Some(basic) },
    Broken { ending: "bash", source: "if true; then\n", says: Some(shell) },
    Broken { ending: "bc", source: "1 + (\n", says: None },
    Broken { ending: "dc", source: "[x\n", says: None },
    Broken { ending: "fth", source: ".\" x\" : a if ;\n", says: None },
    Broken { ending: "jq", source: "\"x\", (1\n", says: Some(jq) },
    Broken { ending: "js", source: "let x = (;\n", says: Some(javascript) },
    Broken { ending: "ksh", source: "if true; then\n", says: Some(shell) },
    Broken { ending: "l", source: "(prinl \"x\" (\n", says: None },
    Broken { ending: "lisp", source: "(print (car\n", says: None },
    Broken { ending: "lsp", source: "(println (+ 1\n", says: None },
    Broken { ending: "lua", source: "print(\"a\"\n", says: Some(lua) },
    Broken { ending: "mk", source: "$(info x\n", says: None },
    Broken { ending: "php", source: "<?php\necho (1;\n", says: Some(php) },
    Broken { ending: "pl", source: "print 'a';\nif (;\n", says: Some(perl) },
    Broken { ending: "pro", source: ":- write(x), halt(.\n", says: None },
    Broken { ending: "py", source: "import sys\nprint('a'\n", says: Some(python) },
    Broken { ending: "r", source: "cat('x')\ncat(1\n", says: None },
    Broken { ending: "rb", source: "puts 1\nputs (2\n", says: Some(ruby) },
    Broken { ending: "rexx", source: "say 'x'\nif 1 then do\n", says: Some(rexx) },
    Broken { ending: "scm", source: "(display 1\n", says: None },
    Broken { ending: "sed", source: "p\ns/a\n", says: Some(sed) },
    Broken { ending: "sh", source: "if true; then\n", says: Some(shell) },
    Broken { ending: "sl", source: "variable s;\nif (s {\n", says: Some(slang) },
    Broken { ending: "tcl", source: "puts {a\n", says: None },
    Broken { ending: "wat", source: "(module\n", says: None },
    Broken { ending: "yash", source: "if true; then\n", says: Some(shell) },
    Broken { ending: "zsh", source: "if true; then\n", says: Some(shell) },
];

fn awk(said: &str) -> String {
    format!("BEGIN {{ print \"x\"; print {said:?} > \"/dev/stderr\"; exit 1 }}\n")
}

fn shell(said: &str) -> String {
    format!("echo x\ncat >&2 <<'END'\n{said}\nEND\nexit 1\n")
}

fn javascript(said: &str) -> String {
    format!("console.log('x');\nconsole.error({});\nprocess.exit(1);\n", Value::from(said))
}

fn lua(said: &str) -> String {
    format!("print('x')\nio.stderr:write([==[\n{said}\n]==])\nos.exit(1)\n")
}

fn php(said: &str) -> String {
    format!("<?php\necho \"x\\n\";\nfwrite(STDERR, <<<'END'\n{said}\nEND);\nexit(1);\n")
}

fn perl(said: &str) -> String {
    format!("print \"x\\n\";\nprint STDERR <<'END';\n{said}\nEND\nexit 1;\n")
}

fn python(said: &str) -> String {
    format!("import sys\nprint('x')\nsys.stderr.write({})\nsys.exit(1)\n", Value::from(said))
}

fn ruby(said: &str) -> String {
    format!("puts 'x'\nSTDERR.puts <<'END'\n{said}\nEND\nexit 1\n")
}

fn sed(said: &str) -> String {
    format!("s/.*/x/p\ns|.*|{said}|\nw /dev/stderr\nq1\n")
}

fn basic(said: &str) -> String {
    let lines = said.lines().map(|line| format!("print #1, {}\n", Value::from(line)));
    format!("print \"x\"\nopen 1, \"/dev/stderr\", \"w\"\n{}exit 1\n", lines.collect::<String>())
}

fn jq(said: &str) -> String {
    format!("\"x\", ({} | halt_error(1))\n", Value::from(said))
}

fn rexx(said: &str) -> String {
    let lines = said.lines().map(|line| format!("call lineout '<stderr>', '{}'\n", line.replace('\'', "''")));
    format!("say 'x'\n{}exit 1\n", lines.collect::<String>())
}

fn slang(said: &str) -> String {
    format!("() = printf(\"x\\n\");\n() = fputs({}, stderr);\nexit(1);\n", Value::from(said))
}

/// The candidates of a run by the endings of their files, without those whose language is not installed.
fn judged(files: &[(String, String)]) -> Vec<(String, Value)> {
    let named: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (_kept, folder) = folder(&named);
    let (run, _) = check(&["--suite", "examples", folder.to_str().unwrap()]);
    let mut judged = Vec::new();
    for candidate in run["candidates"].as_array().unwrap() {
        let ending = candidate["name"].as_str().unwrap().rsplit('.').next().unwrap();
        match candidate["verdict"] == "skipped" {
            true => eprintln!("skipped: {}", candidate["reason"]),
            false => judged.push((ending.to_owned(), candidate.clone())),
        }
    }
    judged
}

#[test]
fn every_interpreted_language_is_tried() {
    for language in Languages::built_in().iter().filter(|language| language.compile.is_empty()) {
        let mut tried =
            BROKEN.iter().filter(|broken| language.endings.iter().any(|own| own == broken.ending));
        let broken = tried.next().unwrap_or_else(|| panic!("a broken source in {}", language.name));
        let refusals = language.refusals.as_ref();
        let refusals = refusals.unwrap_or_else(|| panic!("{} does not say how it rejects", language.name));
        assert_eq!(refusals.is_empty(), broken.says.is_none(), "{}", language.name);
    }
}

#[test]
fn syntax_errors_are_compile_errors_unless_printed() {
    let sources = BROKEN.map(|broken| (format!("broken.{}", broken.ending), broken.source.to_owned()));
    let mut same = Vec::new();
    for (ending, candidate) in judged(&sources) {
        let broken = BROKEN.iter().find(|broken| broken.ending == ending).unwrap();
        let is_rejected = candidate["verdict"] == "compile-error";
        assert_eq!(is_rejected, broken.says.is_some(), "{ending}: {candidate:#}");
        if let Some(says) = broken.says {
            // The first line is the judge's.
            let said = candidate["failure"]["actual"].as_str().unwrap().split_once('\n').unwrap().1;
            same.push((format!("says.{ending}"), says(said)));
        }
    }
    assert!(same.len() >= 3, "sed, sh and bash are everywhere");
    for (ending, candidate) in judged(&same) {
        assert_eq!(candidate["verdict"], "wrong", "{ending}: {candidate:#}");
    }
}

#[test]
fn a_right_program_that_prints_such_a_message_is_right() {
    let said = "syntax error at a.pl line 1, near \\\"(;\\\"\\nExecution of a.pl aborted due to compilation errors.\\n";
    let end = format!("printf '{said}' >&2; exit 1");
    let source = program("", LINE, REFUSE, &end);
    assert_eq!(check_shell(&source, &[])["verdict"], "accepted");
}

#[test]
fn a_source_that_is_no_text() {
    let (_kept, folder) = folder(&[]);
    let utf16: Vec<u8> = "print(1)\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let sources = [
        ("latin.py", b"# caf\xe9\nprint(1)\n".to_vec()),
        ("nul.py", b"print(1)\n\0\n".to_vec()),
        ("utf-16.py", [&[0xff, 0xfe][..], &utf16].concat()),
        ("coding.py", b"# coding: nosuch\nprint(1)\n".to_vec()),
        ("latin.rb", b"# coding: utf-8\nputs \"caf\xe9 #{1}\"; caf\xe9\n".to_vec()),
    ];
    for (name, source) in sources {
        std::fs::write(folder.join(name), source).unwrap();
    }
    let (run, _) = check(&["--suite", "examples", folder.to_str().unwrap()]);
    for candidate in run["candidates"].as_array().unwrap() {
        let is_told = ["compile-error", "skipped"].contains(&candidate["verdict"].as_str().unwrap());
        assert!(is_told, "{candidate:#}");
    }
}
