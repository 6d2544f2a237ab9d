//! The class of a Java source that is to be run: the one with `main`, whatever the file is called. javac wants a public
//! class in a file of its name, and `java` wants the class's name with its package, so both are taken from the source.
//!
//! The source is only cut into tokens, without comments and texts. What is no Java has no class here, and javac says why.

#[derive(Debug, PartialEq, Eq)]
pub(super) struct MainClass {
    /// The class with `main`, with its package: `a.b.Main`.
    pub(super) name: String,
    /// The public class, if there is one: the name that the file must have.
    pub(super) public: Option<String>,
}

/// A class, interface, enum or record outside of all others.
#[derive(Default)]
struct Type {
    name: String,
    is_public: bool,
    /// Whether it has a static `main`, or one of an object.
    main: Option<Main>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Main {
    OfObject,
    Static,
}

/// The class to run. `None` if no class has a `main`.
pub(super) fn main_class(source: &str) -> Option<MainClass> {
    let tokens = tokens(source);
    let package = package(&tokens);
    let types = types(&tokens);
    let public = types.iter().find(|found| found.is_public);
    let best = types.iter().filter_map(|found| found.main).max()?;
    let mut with_main = types.iter().filter(|found| found.main == Some(best));
    let main = with_main.clone().find(|found| found.is_public).or_else(|| with_main.next())?;
    let name = package.into_iter().chain([main.name.clone()]).collect::<Vec<_>>().join(".");
    Some(MainClass { name, public: public.map(|found| found.name.clone()) })
}

fn package(tokens: &[&str]) -> Vec<String> {
    let Some(at) = tokens.iter().position(|token| *token == "package") else { return Vec::new() };
    let rest = tokens[at + 1..].iter().take_while(|token| **token != ";");
    rest.filter(|token| is_name(token)).map(|token| (*token).to_owned()).collect()
}

fn types(tokens: &[&str]) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    let (mut depth, mut parentheses) = (0, 0);
    // Of the words of this declaration so far.
    let (mut is_public, mut is_static, mut before) = (false, false, "");
    for (at, token) in tokens.iter().enumerate() {
        let after = |distance: usize| tokens.get(at + distance).copied().unwrap_or_default();
        match *token {
            "{" | "}" | ";" if parentheses == 0 => {
                depth += i32::from(*token == "{") - i32::from(*token == "}");
                (is_public, is_static, before) = (false, false, "");
                continue;
            }
            "(" => parentheses += 1,
            ")" => parentheses -= 1,
            "class" | "interface" | "enum" | "record"
                if depth == 0 && parentheses == 0 && is_name(after(1)) && before != "." =>
            {
                types.push(Type { name: after(1).to_owned(), is_public, main: None });
            }
            "main" if depth == 1 && after(1) == "(" && before == "void" => {
                let main = if is_static { Main::Static } else { Main::OfObject };
                let of = types.last_mut();
                of.into_iter().for_each(|of| of.main = of.main.max(Some(main)));
            }
            _ => {}
        }
        (is_public, is_static, before) =
            (is_public || *token == "public", is_static || *token == "static", token);
    }
    types
}

fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '$')
}

/// Names, numbers and single signs, without spaces, comments and texts.
fn tokens(mut rest: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (length, is_token) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if rest.starts_with("/*") {
            (end_of(rest, 2, "*/"), false)
        } else if rest.starts_with("\"\"\"") {
            (end_of_text(rest, "\"\"\""), false)
        } else if first == '"' || first == '\'' {
            (end_of_text(rest, &rest[..1]), false)
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            let is_inside = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
            (rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len()), true)
        } else {
            (first.len_utf8(), !first.is_whitespace())
        };
        let (token, after) = rest.split_at(length);
        tokens.extend(is_token.then_some(token));
        rest = after;
    }
    tokens
}

/// Where a comment ends.
fn end_of(text: &str, from: usize, end: &str) -> usize {
    text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
}

/// Where a text between these quotes ends; a backslash takes the next character with it.
fn end_of_text(text: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while let Some(next) = text[at..].chars().next() {
        if text[at..].starts_with(quote) {
            return at + quote.len();
        }
        at += next.len_utf8();
        if next == '\\' {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "public static void main(String[] args) {}";

    fn class(source: &str) -> Option<(String, Option<String>)> {
        main_class(&source.replace("MAIN", MAIN)).map(|found| (found.name, found.public))
    }

    #[test]
    fn the_class_with_main_is_found() {
        let found = |name: &str, public: Option<&str>| Some((name.to_owned(), public.map(str::to_owned)));
        for (source, expected) in [
            ("public class Main { MAIN }", found("Main", Some("Main"))),
            ("class A { int n; } class B { MAIN }", found("B", None)),
            ("class A { MAIN } public class B { MAIN }", found("B", Some("B"))),
            ("public class Board { } class Game { MAIN }", found("Game", Some("Board"))),
            ("package a.b; import java.util.*; final class C { MAIN }", found("a.b.C", None)),
            ("package -x; class K { MAIN }", found("x.K", None)),
            (
                "/* public class X { MAIN } */ // class Y\nclass Z { String s = \"class Q { \\\" }\"; MAIN }",
                found("Z", None),
            ),
            (
                "class T { String s = \"\"\"\nclass { \"x\" \\\"\"\" \"\"\"; char c = '{', d = '\\''; MAIN }",
                found("T", None),
            ),
            ("class O { static class I { MAIN } }", None),
            ("class O { static class I { MAIN } MAIN }", found("O", None)),
            ("interface P { static void main(String[] a) {} }", found("P", None)),
            ("record R(int x) { MAIN }", found("R", None)),
            ("@A(B.class) enum E { X, Y; MAIN }", found("E", None)),
            ("class N { void main() {} } class S { MAIN }", found("S", None)),
            ("class N { void main() {} }", found("N", None)),
            ("class D { void run() { main(null); } static int main = 1; }", None),
            ("not java \" at all {", None),
        ] {
            assert_eq!(class(source), expected, "{source}");
        }
    }
}
