//! Programs of several files, and files that a challenge adds to each program.

use std::os::unix::fs::symlink;
use std::path::Path;

use predicates::prelude::*;
use serde_json::Value;

use crate::program::{folder, judge, write, write_file, zipped};

const CHALLENGE: [(&str, &str); 3] =
    [("c/challenge.toml", "title = 'Twice'\n[cases]\n"), ("c/cases/1.in", "21\n"), ("c/cases/1.ans", "42\n")];

const PYTHON: [(&str, &str); 2] = [
    ("main.py", "from util import twice\nprint(twice(int(input())))\n"),
    ("util.py", "def twice(n):\n    return 2 * n\n"),
];

const JAVA: [(&str, &str); 2] = [
    (
        "src/Main.java",
        "class Main { public static void main(String[] a) { System.out.println(Util.twice(21)); } }",
    ),
    ("src/Util.java", "public class Util { static int twice(int n) { return 2 * n; } }"),
];

const C: [(&str, &str); 3] = [
    (
        "main.c",
        "#include <stdio.h>\n#include \"twice.h\"\nint main(void) { printf(\"%d\\n\", twice(21)); }\n",
    ),
    ("twice.c", "#include \"twice.h\"\nint twice(int n) { return 2 * n; }\n"),
    ("twice.h", "int twice(int n);\n"),
];

/// The rows of `judge check` on the folder `h`, without the path to it: the name, the verdict, the bytes.
fn rows(home: &Path) -> Vec<(String, String, u64)> {
    let told = judge()
        .current_dir(home)
        .args(["check", "--challenge", "c", "--format", "json", "h"])
        .output()
        .unwrap();
    let run: Value = serde_json::from_slice(&told.stdout)
        .unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(&told.stderr)));
    let text = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let row =
        |one: &Value| (text(one, "path"), text(one, "verdict"), one["bytes"].as_u64().unwrap_or_default());
    run["candidates"].as_array().unwrap().iter().map(row).collect()
}

fn place(folders: &[(&str, &[(&str, &str)])]) -> (tempfile::TempDir, std::path::PathBuf) {
    let (kept, home) = folder(&CHALLENGE);
    for (name, files) in folders {
        files.iter().for_each(|(file, text)| write(&home, &format!("h/{name}/{file}"), text));
    }
    (kept, home)
}

fn size(files: &[(&str, &str)]) -> u64 {
    files.iter().map(|(_, text)| text.len() as u64).sum()
}

#[test]
fn a_folder_whose_files_belong_together_is_one_row() {
    let two = [("anna.py", "print(42)\n"), ("ben.py", "print(41)\n")];
    let (_kept, home) = place(&[("ben", &PYTHON), ("cleo", &JAVA), ("dan", &C), ("two", &two)]);
    let row = |path: &str, verdict: &str, files: &[(&str, &str)]| {
        (path.to_owned(), verdict.to_owned(), size(files))
    };
    let expected = [
        row("h/ben", "accepted", &PYTHON),
        row("h/cleo/src", "accepted", &JAVA),
        row("h/dan", "accepted", &C),
        row("h/two/anna.py", "accepted", &two[..1]),
        row("h/two/ben.py", "wrong", &two[1..]),
    ];
    assert_eq!(rows(&home), expected);
    // Each file counts for what is kept of a compiler.
    write(&home, "h/dan/twice.c", "#include \"twice.h\"\nint twice(int n) { return 3 * n; }\n");
    assert_eq!(rows(&home)[2], row("h/dan", "wrong", &C));
    judge().current_dir(&home).args(["replay", "--challenge", "c", "1", "h/ben"]).assert().success();
    let told = judge().current_dir(&home).args(["replay", "--challenge", "c", "1", "h/two"]).assert().code(2);
    told.stderr(predicate::str::contains("h/two: it is a folder of several programs or none"));
}

#[test]
fn tests_of_a_program_are_no_program_and_folders_are_those_of_projects() {
    const GO: [(&str, &str); 4] = [
        ("go.mod", "module example.com/x\n"),
        (
            "cmd/x/main.go",
            "package main\nimport (\"fmt\"; \"example.com/x/more\")\nfunc main() { fmt.Println(more.Twice(21)) }\n",
        ),
        ("more/more.go", "package more\nfunc Twice(n int) int { return 2 * n }\n"),
        ("more/more_test.go", "package more\nimport \"testing\"\nfunc TestTwice(t *testing.T) {}\n"),
    ];
    const TRIES: &str =
        "#include <assert.h>\n#include \"twice.h\"\nint main(void) { assert(twice(1) == 2); }\n";
    let (_kept, home) = place(&[
        (
            "c",
            &[
                ("src/go.c", C[0].1),
                ("src/twice.c", C[1].1),
                ("include/twice.h", C[2].1),
                ("test/try.c", TRIES),
            ],
        ),
        (
            "python",
            &[
                (
                    "twice.py",
                    "def twice(n): return 2 * n\nif __name__ == '__main__': print(twice(int(input())))\n",
                ),
                ("test_twice.py", "from twice import twice\nassert twice(1) == 2\n"),
            ],
        ),
        ("go", &GO),
        (
            "haskell",
            &[
                ("Setup.hs", "import Distribution.Simple\nmain = defaultMain\n"),
                ("app/Main.hs", "import My.Twice\nmain :: IO ()\nmain = print (twice 21)\n"),
                ("src/My/Twice.hs", "module My.Twice where\ntwice :: Int -> Int\ntwice = (2 *)\n"),
                ("test/Spec.hs", "main :: IO ()\nmain = putStrLn \"\"\n"),
            ],
        ),
        (
            "ocaml",
            &[
                ("main.ml", "let () = print_int (Alpha.f 21)\n"),
                ("alpha.ml", "let f = Zeta.twice\n"),
                ("zeta.mli", "val twice : int -> int\n"),
                (
                    "zeta.ml",
                    "let twice n = 2 * n + String.length (Str.global_replace (Str.regexp \"a\") \"\" \"aa\")\n",
                ),
            ],
        ),
        (
            "rust",
            &[
                ("Cargo.toml", "[package]\nname = \"my-twice\"\nedition = \"2024\"\n"),
                ("src/main.rs", "fn main() { if let 42 = my_twice::of(21) && true { println!(\"42\") } }\n"),
                ("src/lib.rs", "pub fn of(n: i32) -> i32 { 2 * n }\n"),
                ("tests/of.rs", "#[test] fn of() { assert_eq!(my_twice::of(1), 2); }\n"),
            ],
        ),
        (
            "js",
            &[
                ("index.js", "console.log(require('./lib').twice(21))"),
                ("lib/index.js", "exports.twice = n => 2 * n"),
            ],
        ),
    ]);
    write_file(home.join("h/packed.zip"), zipped(&GO));
    // What lies in an archive is called by where it was unpacked.
    let named = |name: String| if name.ends_with("packed/") { "h/packed.zip".to_owned() } else { name };
    let rows: Vec<_> = rows(&home).into_iter().map(|(name, verdict, _)| (named(name), verdict)).collect();
    let names =
        ["c", "go", "haskell", "js", "ocaml", "packed.zip", "python", "rust"].map(|name| format!("h/{name}"));
    let right = names.map(|name| (name, "accepted".to_owned()));
    assert_eq!(rows, right);
}

#[test]
fn a_file_elsewhere_is_no_part_of_a_folder() {
    let (_kept, home) = place(&[("ben", &PYTHON)]);
    write(&home, "secret.py", "def twice(n):\n    return 42\n");
    std::fs::remove_file(home.join("h/ben/util.py")).unwrap();
    symlink("../../secret.py", home.join("h/ben/util.py")).unwrap();
    let told = judge().current_dir(&home).args(["check", "--challenge", "c", "h"]).assert();
    told.stdout(predicate::str::contains(
        "its file util.py cannot be read: it is a link to somewhere outside its folder",
    ));
}

#[test]
fn included_files_are_compiled_with_each_program() {
    let python = ("harness.py", "def twice(n):\n    return 2 * n\n");
    let cpp = ("twice.cpp", "#include \"twice.h\"\nint twice(int n) { return 2 * n; }\n");
    let java = ("Twice.java", "class Twice { int twice(int n) { return 2 * n; } }");
    let (_kept, home) = place(&[("all", &[cpp, python, java])]);
    for (file, text) in [
        ("c/include/python3/main.py", "from harness import twice\nprint(twice(int(input())))\n"),
        (
            "c/include/cpp/grader.cpp",
            "#include <cstdio>\n#include \"twice.h\"\nint main() { printf(\"%d\", twice(21)); }\n",
        ),
        ("c/include/cpp/twice.h", "int twice(int n);\n"),
        (
            "c/include/java/Main.java",
            "class Main { public static void main(String[] a) { System.out.println(new Twice().twice(21)); } }",
        ),
    ] {
        write(&home, file, text);
    }
    let row = |name: &str, text: &str| (format!("h/all/{name}"), "accepted".to_owned(), text.len() as u64);
    let mut found = rows(&home);
    found.sort();
    assert_eq!(found, [row(java.0, java.1), row(python.0, python.1), row(cpp.0, cpp.1)]);
    write(&home, "c/include/main.cpp", "");
    let told = judge().current_dir(&home).args(["check", "--challenge", "c", "h"]).assert().code(2);
    told.stderr(predicate::str::contains("include/main.cpp: it belongs into a folder of its language"));
}

#[test]
fn a_program_reads_files_of_its_own_folder_and_those_that_are_included() {
    let program = "read n; read a <factor.txt\n. ./more.sh\necho $((n * b))\n";
    let more = ("more.sh", "read b <d/$a.dat\n");
    let files =
        [("run.sh", program), more, ("factor.txt", "x\n"), ("d/x.dat", "2\n"), ("notes.md", "no data")];
    let (_kept, home) = place(&[("eve", &files)]);
    let told = judge().current_dir(&home).args(["check", "--challenge", "c", "h"]).assert().success();
    told.stdout(predicate::str::contains("1 of 1 passed").and(predicate::str::contains("in another").not()));
    write(&home, "c/include/default/more.txt", "2\n");
    write(&home, "mine.sh", "read n; read a <more.txt; echo $((n * a))\n");
    for level in ["none", "rlimits"] {
        let check = ["check", "--challenge", "c", "--isolation", level, "mine.sh"];
        judge().current_dir(&home).args(check).assert().success();
    }
}

#[test]
fn modules_are_found_in_the_folder_of_a_run_and_what_tools_leave_is_no_source() {
    let lua = [
        ("main.lua", "print(require('lib.twice')(io.read('n')))\n"),
        ("lib/twice.lua", "return function(n) return 2 * n end\n"),
    ];
    let perl = [
        ("main.pl", "use strict; use lib '.'; use Twice;\nprint Twice::of(scalar <>);\n"),
        ("Twice.pm", "package Twice; sub of { 2 * $_[0] } 1;\n"),
    ];
    let ruby =
        [("main.rb", "require './twice'\nputs twice(gets.to_i)\n"), ("twice.rb", "def twice(n) = 2 * n\n")];
    let go = [
        (
            "main.go",
            "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tvar n int\n\tfmt.Scan(&n)\n\tfmt.Println(twice(n))\n}\n",
        ),
        ("twice.go", "package main\n\nfunc twice(n int) int { return 2 * n }\n"),
        ("go.mod", "module example.com/twice\n\ngo 1.18\n"),
    ];
    let made = [("build/CMakeCache.txt", "x\n"), ("build/Id.c", "int main(void) { return 0; }\n")];
    let built = [&C[..], &made].concat();
    let (_kept, home) = place(&[("a", &lua), ("b", &perl), ("c", &ruby), ("d", &built)]);
    let row = |path: &str, files: &[(&str, &str)]| (path.to_owned(), "accepted".to_owned(), size(files));
    let expected = [row("h/a", &lua), row("h/b", &perl), row("h/c", &ruby), row("h/d", &C)];
    assert_eq!(rows(&home), expected);
    go.iter().for_each(|(file, text)| write(&home, &format!("h/e/{file}"), text));
    // What names the module is a part of the program.
    assert_eq!(rows(&home)[4], row("h/e", &go));
}

#[test]
fn a_unit_of_pascal_is_no_program() {
    let unit = "unit twice;\ninterface\nfunction double(n: integer): integer;\nimplementation\n\
                function double(n: integer): integer;\nbegin\n double := 2 * n\nend;\nend.\n";
    let main = "(* uses\n a unit *)\nprogram p;\nuses twice;\nbegin\n writeln(double(21))\nend.\n";
    let (_kept, home) = place(&[("fay", &[("twice.pp", unit), ("p.pas", main)])]);
    judge().current_dir(&home).args(["check", "--challenge", "c", "h"]).assert().success();
}
