use super::*;

fn syntax(comments: &[&str], nothing: Option<&str>) -> Syntax {
    Syntax {
        comments: comments.iter().map(|&text| text.to_owned()).collect(),
        nothing: nothing.map(str::to_owned),
    }
}

fn python() -> Syntax {
    syntax(&["#"], Some("pass"))
}

fn c() -> Syntax {
    syntax(&["//", "/* */"], None)
}

/// The lines that a source of one line may become, with its statement left out.
fn all(source: &str, syntax: &Syntax) -> Vec<String> {
    let mutants = source_mutants(source.as_bytes(), syntax);
    mutants.iter().map(|mutant| String::from_utf8(mutant.applied(source.as_bytes())).unwrap()).collect()
}

fn becomes(source: &str, syntax: &Syntax, wanted: &[&str]) {
    let mut found = all(source, syntax);
    found.sort();
    let mut wanted: Vec<_> = wanted.iter().map(|&text| text.to_owned()).collect();
    wanted.sort();
    assert_eq!(found, wanted, "{source}");
}

#[test]
fn operators_words_and_numbers_are_changed_one_at_a_time() {
    becomes(
        "if a <= 8 and not b:",
        &python(),
        &[
            "if a < 8 and not b:",
            "if a <= 7 and not b:",
            "if a <= 9 and not b:",
            "if a <= 8 or not b:",
            "if a <= 8 and b:",
            "if not (a <= 8 and not b):",
        ],
    );
    becomes("if (a && !b) {", &c(), &["if (a || !b) {", "if (a && b) {", "if (!(a && !b)) {"]);
    becomes(
        "if a ~= 0 then",
        &syntax(&["--"], None),
        &["if a == 0 then", "if a ~= 1 then", "if not (a ~= 0) then"],
    );
    becomes("x += True", &python(), &["x -= True", "x += False", "pass"]);
    becomes("  i++;\r\n", &c(), &["  i--;\r\n", "  ;\r\n"]);
}

#[test]
fn comments_are_left_alone_and_texts_but_for_a_letter() {
    becomes("print(\"1 < 2\\n\") # 1 < 2", &python(), &["print(\"2 < 2\\n\") # 1 < 2", "pass # 1 < 2"]);
    becomes(
        "f(\"\\n%d zeal{x}\"); /* 1\n2 */ // 3",
        &c(),
        &["f(\"\\n%d yeal{x}\"); /* 1\n2 */ // 3", "; /* 1\n2 */ // 3"],
    );
    becomes("\"\"\"1 < 2\n3\"\"\"\n", &python(), &[]);
    becomes("#include <a.h>\n#include \"b.h\"\n", &c(), &[]);
    becomes("#!/usr/bin/env python3\n", &Syntax::default(), &[]);
    becomes("last = $#list", &syntax(&["#"], None), &[""]);
    becomes("#", &python(), &[]);
    becomes("", &python(), &[]);
}

#[test]
fn signs_before_a_value_and_what_goes_over_lines_are_left_alone() {
    becomes("for x in f(*a):", &python(), &[]);
    becomes("sort -n", &syntax(&["#"], Some(":")), &[":"]);
    becomes("x = [\n    a,\n    b]\n", &python(), &[]);
    becomes(
        "for i in range(len(x)):",
        &python(),
        &["for i in range(len(x) + 1):", "for i in range(len(x) - 1):"],
    );
}

#[test]
fn a_change_is_told_with_its_line_and_both_texts() {
    let source = b"a = 1\r\nif a >= \xff:\r\nwhile not a:\r\n";
    let found = source_mutants(source, &python());
    let told: Vec<_> =
        found.iter().map(|mutant| format!("{}: {}", mutant.line(source), mutant.change)).collect();
    assert!(told.contains(&"1: `a = 1` was left out".to_owned()), "{told:?}");
    assert!(told.contains(&"2: `>=` became `>`".to_owned()), "{told:?}");
    assert!(told.contains(&"3: `not` was left out".to_owned()), "{told:?}");
    let greater = found.iter().find(|mutant| mutant.change == "`>=` became `>`").unwrap();
    assert_eq!(greater.applied(source), b"a = 1\r\nif a > \xff:\r\nwhile not a:\r\n");
}

#[test]
fn long_rows_of_the_same_take_no_long_time() {
    for part in ["if (", "range(", "{", "\"\"\"", "'", "\"1", "/*", "x = 1\n"] {
        source_mutants(part.repeat(4_000).as_bytes(), &c());
        source_mutants(format!("\"{}\"", part.repeat(4_000)).as_bytes(), &python());
    }
}

#[test]
fn so_many_are_chosen_from_all_parts() {
    assert_eq!(spread(vec![1, 2, 3], 3), [1, 2, 3]);
    let chosen = spread((0..1000).collect(), 200);
    assert_eq!(chosen.len(), 200);
    assert!(chosen.iter().enumerate().all(|(part, place)| (5 * part..5 * part + 5).contains(place)));
    assert_eq!(spread((0..7).collect::<Vec<_>>(), 5).len(), 5);
    assert!(spread(vec![1, 2], 0).is_empty());
}

proptest::proptest! {
    #[test]
    fn no_source_is_too_strange(source in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..80)) {
        for syntax in [python(), c(), Syntax::default()] {
            for mutant in source_mutants(&source, &syntax) {
                proptest::prop_assert_ne!(mutant.applied(&source), source.clone());
            }
        }
    }

    #[test]
    fn no_source_of_quotes_and_signs_is_too_strange(source in "[\"'`#/*a1 <=!(){}\\[\\]\\\\%$.\n]{0,40}") {
        for syntax in [python(), c(), Syntax::default()] {
            for mutant in source_mutants(source.as_bytes(), &syntax) {
                proptest::prop_assert_ne!(mutant.applied(source.as_bytes()), source.as_bytes());
            }
        }
    }
}
