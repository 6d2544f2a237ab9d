//! What is told of programs that do not come to play, or crash.

use predicates::prelude::*;
use serde_json::{Value, json};

use crate::candidates::perl::{LINE, REFUSE, program, right};
use crate::needs;
use crate::program::{check, check_perl, check_python, folder, judge, with_change};

fn notes(ruling: &Value) -> Vec<&str> {
    ruling["failure"]["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect()
}

#[test]
fn a_refused_source_is_a_compile_error_with_its_line() {
    let broken = right() + "\nif (";
    let line = broken.lines().count().to_string();
    for (ruling, line) in [
        (check_perl(&broken, &[]), line.as_str()),
        (check_python("import sys\nprint('a'\n", &[]), "line 2: SyntaxError"),
        (check_python("exec('1+')", &[]), ""),
    ] {
        let is_refused = ruling["verdict"] == "compile-error";
        assert_eq!(is_refused, !line.is_empty(), "what fails as it runs is another matter: {ruling:#}");
        let told = ruling["failure"]["actual"].as_str().unwrap().lines().next().unwrap();
        assert!(told.contains(line), "{ruling:#}");
    }
}

#[test]
fn a_crash_is_reported_before_the_output() {
    let crashes = check_perl(&program("", LINE, "die 'not a number'", ""), &[]);
    assert_eq!(crashes["verdict"], "early");
    assert_eq!(crashes["failure"]["crash"]["message"], "not a number", "{crashes:#}");
    assert!(notes(&crashes).iter().all(|note| !note.contains("status")), "{crashes:#}");
    let read = "do{my$l=<STDIN>//die('EOF when reading a line');chomp$l;$l}";
    let never_won = program("", read, REFUSE, "").replace("' won.');last", "' won!')");
    let ruling = check_perl(&never_won, &[]);
    assert_eq!(ruling["verdict"], "wrong", "{ruling:#}");
    assert!(
        notes(&ruling).iter().all(|note| !note.contains("EOF") && !note.contains("status")),
        "{ruling:#}"
    );
}

#[test]
fn what_was_compiled_is_replayed_by_its_source() {
    needs::program("gcc");
    let source = "#include <stdio.h>\nint main(){puts(\"hello\");}\n";
    let (_kept, folder) =
        folder(&[("hello.c", source), ("broken.c", "int main(){\n  return;;\n"), ("right.pl", &right())]);
    let (run, _) = check(&[folder.join("hello.c").to_str().unwrap()]);
    let failure = &run["candidates"][0]["failure"];
    let replay = failure["replay"].as_str().unwrap();
    assert!(replay.ends_with("hello.c") && !replay.contains(" -- "), "{replay}");
    assert_eq!(failure["command"], json!(null), "only the judge knows how it is compiled");
    let replayed = |name: &str| {
        let mut judge = judge();
        judge.current_dir(&folder).args(["replay", "--input", "lines", "2,0,4,1,6", name]);
        judge.assert()
    };
    replayed("hello.c").code(1).stdout(predicate::str::contains("\nwrong: "));
    replayed("broken.c").code(1).stdout(predicate::str::starts_with("compile-error: "));
    replayed("right.pl").code(0).stdout(predicate::str::ends_with("accepted\n"));
    judge().args(["replay", "2,0,4,1,6"]).assert().code(2);
    judge().args(["replay", "2,0,4,1,6", "x.c", "--", "./x"]).assert().code(2);
}

#[test]
fn python_loads_nothing_that_was_installed_and_exits_as_ever() {
    let looks = "import os,site,sys\n\
                 assert not any(os.path.isdir(p) and os.listdir(p) for p in site.getsitepackages())\n\
                 assert sys.argv[0]==__file__ and not any('site-packages' in p for p in sys.path if os.path.isdir(p))\n";
    let golf = std::fs::read_to_string(crate::program::home().join("golf/tictactoe/ttt.py")).unwrap();
    for end in ["exit()", "quit()", "sys.exit()"] {
        let source = format!("{looks}{golf}\n{end}\nprint('never')\n");
        let ruling = check_python(&source, &["--suite", "examples"]);
        if needs::is_skipped(&ruling) {
            return;
        }
        assert_eq!(ruling["verdict"], "accepted", "{end}: {ruling:#}");
    }
}

#[test]
fn a_crash_that_loses_output_is_reduced_to_its_input() {
    needs::program("gcc");
    let right = std::fs::read_to_string("tests/programs/right.c").unwrap();
    let crashes = with_change(&right, "/* look */", "if (*l == 'a') *(volatile int *)0 = 1;");
    let (_kept, folder) = folder(&[("crashes.c", &crashes)]);
    for more in [&["--suite", "smoke"][..], &["--suite", "smoke", "--feed", "turn"], &[]] {
        let output = judge().current_dir(&folder).args(["check", "crashes.c"]).args(more).assert().code(1);
        let shown = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        for words in
            ["crashed: SIGSEGV at the input `a`: ", "an answer to the input `a`", "'[\"a\"]' crashes.c"]
        {
            assert!(shown.contains(words), "{words}: {shown}");
        }
    }
}

/// What ends each of the programs in `tests/programs/crashes`, and the line of its source.
const CRASHES: [(&str, &str, &str); 49] = [
    ("Crash.java", "NumberFormatException: For input string: \"0a\" at line 5", "return Integer.parseInt("),
    ("assert.c", "Assertion `getchar() < 0' failed at line 7", "assert(getchar() < 0);"),
    ("chain.py", "KeyError: '0a' at line 5", "raise KeyError(text)"),
    ("crash.adb", "CONSTRAINT_ERROR: bad input for 'Value: \"0a\"", ""),
    ("crash.awk", "division by zero", "{ print 1 / ($1 - $1) }"),
    ("crash.bas", "index 1 (=10) out of range at line 7", "b(len(l$)+9)=1"),
    ("crash.c", "SIGSEGV: invalid memory access, or too deep a recursion", ""),
    ("crash.cob", "module 'nosuch' not found", ""),
    ("crash.cr", "ArgumentError: Invalid Int32: \"0a\"", "puts \"#{gets}a\".to_i"),
    ("crash.cs", "FormatException: Input string was not in a correct format.", ""),
    ("crash.d", "std.conv.ConvException: Unexpected 'a' when converting", ""),
    (
        "crash.f90",
        "Fortran runtime error: Bad integer for item 1 in list input at line 7",
        "read (line, *) n",
    ),
    ("crash.fth", "Division by zero at line 3", "board move bye"),
    ("crash.go", "panic: runtime error: index out of range [6] with length 1 at line 10", "b[len(s)+5]"),
    ("crash.gs", "assertion failed: (line.length > 5)", ""),
    ("crash.hs", "Prelude.read: no parse", ""),
    ("crash.icn", "numeric expected at line 4", "write(line + \"a\")"),
    ("crash.jq", "string (\"0\") and number (1) cannot be added", ""),
    ("crash.js", "ReferenceError: prompt is not defined at line 3", "const move = prompt(lines[0]);"),
    ("crash.kt", "NumberFormatException: For input string: \"0a\" at line 4", "println(line.toInt())"),
    ("crash.l", "\"0\" -- Number expected at line 3", "(+ L 1)"),
    ("crash.lisp", "SB-INT:SIMPLE-PARSE-ERROR: junk in string \"0a\"", ""),
    ("crash.lua", "attempt to perform arithmetic on a nil value (field '?') at line 4", "board[line] + 1"),
    ("crash.m", "Assertion `getchar() < 0' failed at line 8", "assert(getchar() < 0);"),
    ("crash.ml", "Failure: \"int_of_string\"", ""),
    ("crash.mod", "SIGABRT: the program aborted itself", ""),
    ("crash.neko", "no move at line 3", "$throw(\"no move\");"),
    ("crash.nim", "ValueError: invalid integer: 0a", ""),
    ("crash.pas", "Runtime error 200", ""),
    ("crash.php", "DivisionByZeroError: Division by zero at line 4", "echo intdiv(1, 0);"),
    ("crash.pl", "Illegal division by zero at line 5", "my $x = 1 / ($line - $line);"),
    ("crash.pro", "Arithmetic: `foo/0' is not a function at line 2", ":- initialization(main, main)."),
    ("crash.py", "ValueError: invalid literal for int() with base 10: '0a' at line 5", "return int(text)"),
    ("crash.r", "subscript out of bounds", ""),
    ("crash.rb", "ArgumentError: invalid value for Integer(): \"0a\" at line 2", "Integer(text)"),
    ("crash.rexx", "Bad arithmetic conversion at line 6", "say line'a' + 1"),
    (
        "crash.rs",
        "panic: called `Result::unwrap()` on an `Err` value: ParseIntError",
        ".trim().parse().unwrap();",
    ),
    ("crash.s", "SIGSEGV: invalid memory access, or too deep a recursion", ""),
    ("crash.scala", "NumberFormatException: For input string: \"0a\" at line 5", "println(line.toInt)"),
    ("crash.scm", "In procedure car: Wrong type", ""),
    ("crash.sl", "Invalid Index at line 7", "return [1, 2][atoi(l) + 5];"),
    ("crash.tcl", "can't use non-numeric string as operand of \"+\" at line 5", "move \"[gets stdin]a\""),
    ("crash.vala", "assertion failed: (board.length > line.length)", ""),
    ("error.hs", "no move: 0 at line 5", "(error (\"no move: \" ++ line))"),
    ("limit.py", "use sys.set_int_max_str_digits() to increase the limit at line 4", "int(\"1\" * 5000)"),
    ("outside.pl", "Undefined subroutine &List::Util::nosuch called at line 3", "List::Util::nosuch();"),
    ("promise.js", "TypeError: Cannot read properties of null (reading 'x') at line 4", "null.x;"),
    ("throw.cpp", "std::invalid_argument: stoi", ""),
    ("thrown.js", "no move at line 2", "throw \"no move\";"),
];

#[test]
fn uncaught_errors_are_quoted_with_their_line() {
    let saved = tempfile::NamedTempFile::new().unwrap();
    let save = saved.path().to_str().unwrap();
    let arguments = ["--suite", "examples", "--save", save, "tests/programs/crashes"];
    let (run, _) = check(&arguments);
    let shown = judge().args(["report", save]).output().unwrap().stdout;
    let shown = String::from_utf8(shown).unwrap();
    let candidates = run["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), CRASHES.len());
    for (candidate, (file, told, line)) in candidates.iter().zip(CRASHES) {
        assert!(candidate["name"].as_str().unwrap().ends_with(file), "{candidate:#}");
        if needs::is_skipped(candidate) {
            continue;
        }
        // Its messages are those of GNU awk.
        if file == "crash.awk" && which::which("gawk").is_err() {
            needs::leaves_out("gawk", "apt-get install gawk");
            continue;
        }
        let crash = &candidate["failure"]["crash"];
        let source = crash["source"].as_str();
        let is_right = source.map_or(line.is_empty(), |source| !line.is_empty() && source.contains(line));
        assert!(is_right, "{candidate:#}");
        let after = shown.split(&format!("{file}: ")).nth(1).unwrap_or_else(|| panic!("{shown}"));
        let crashed = after.lines().find(|line| line.starts_with("    crashed   ")).unwrap();
        assert!(crashed.contains(told), "{file}: {crashed}");
    }
    needs::program("python3");
    assert!(shown.contains("early: crashed with ValueError at line 5; expected "), "{shown}");
    assert!(
        shown.contains(
            "    crashed   ValueError: invalid literal for int() with base 10: '0a' at line 5\n              \
                            5 |     return int(text)\n"
        ),
        "{shown}"
    );
}

#[test]
fn errors_of_a_command_are_told_with_the_line_in_its_file() {
    for (command, told) in [
        (["python3", "tests/programs/crashes/crash.py"], "    crashed   ValueError: invalid"),
        (["perl", "tests/programs/crashes/crash.pl"], "              5 | my $x = 1 / ($line - $line);"),
    ] {
        if which::which(command[0]).is_err() {
            needs::has(command[0]);
            continue;
        }
        let mut judge = judge();
        judge.args(["check", "--suite", "examples", "--input", "lines", "--"]).args(command);
        judge.assert().code(1).stdout(predicate::str::contains(told));
    }
}

#[test]
fn a_compilers_message_is_shown_as_it_is() {
    needs::program("gcc");
    let (_kept, folder) = folder(&[("a.c", "int main() { putchar('\\n') }\n")]);
    let (run, _) = check(&[folder.join("a.c").to_str().unwrap()]);
    let told = run["candidates"][0]["failure"]["actual"].as_str().unwrap();
    assert!(told.contains(r"putchar('\n') }"), "{told}");
}
