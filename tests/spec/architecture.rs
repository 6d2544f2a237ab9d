//! The size and the order of crates and modules: each stays within its budget of lines, a top module uses those above it in
//! `lib.rs` and none below, and no modules form a circle, inside a top module either. Within a crate
//! a name stands for one type.
//!
//! A module is a file. It uses another if one of its paths (from `crate::`, `super::`, `self::` or a child's name)
//! leads to an item that is defined there. A name that a module only passes on (`pub use`) leads to where it is
//! defined; to pass it on is no use, unless the module also uses the name itself. So a parent that only re-exports
//! its children is in no circle with them, but a parent that uses a child which uses something defined in the
//! parent is. Methods are not seen: an `impl` block may stand in a file below that of its type. Unit tests do not
//! count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module's path below the crate; a path in code, made absolute.
type Name = Vec<String>;

/// How many lines a budget may be above what is there: what is cut is not to be filled again unseen.
const SLACK: usize = 100;

/// The crates whose modules have an order and budgets of their own.
const ORDERED: [&str; 4] = ["console", "rules", "judging", "play"];

#[test]
fn crates_and_modules_stay_within_their_budgets() {
    let text = std::fs::read_to_string(home().join("ARCHITECTURE.md")).unwrap();
    let mut budgets = BTreeMap::new();
    let mut of = "";
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            of = heading.split('`').nth(1).unwrap_or("");
        }
        let mut cells = line.split('|').map(str::trim).skip(1);
        if let (Some(name), Some(lines)) = (cells.next(), cells.next())
            && let (Some(name), Ok(lines)) = (name.split('`').nth(1), lines.replace(',', "").parse::<usize>())
        {
            budgets.insert(if of.is_empty() { name.to_owned() } else { format!("{of}::{name}") }, lines);
        }
    }
    let mut lines = BTreeMap::new();
    for (name, source) in crates() {
        for file in files(&source) {
            let module = file.strip_prefix(&source).unwrap().with_extension("");
            let module = format!("{name}::{}", module.iter().next().unwrap().to_str().unwrap());
            let count = std::fs::read_to_string(&file).unwrap().lines().count();
            *lines.entry(name.clone()).or_insert(0) += count;
            if ORDERED.contains(&name.as_str()) && !module.ends_with("::lib") {
                *lines.entry(module).or_insert(0) += count;
            }
        }
    }
    assert!(
        budgets.keys().eq(lines.keys()),
        "{:?} have a budget in ARCHITECTURE.md, {lines:?} lines",
        budgets.keys()
    );
    for (name, lines) in lines {
        let budget = budgets[&name];
        assert!(
            lines <= budget,
            "`{name}` has {lines} lines, {budget} at most: take out what nobody needs, or raise the budget in ARCHITECTURE.md \
             and say in the commit why"
        );
        assert!(
            lines + SLACK > budget,
            "`{name}` has only {lines} lines: lower its budget of {budget} in ARCHITECTURE.md"
        );
    }
}

#[test]
fn modules_look_only_upwards() {
    for (name, source) in crates().into_iter().filter(|(name, _)| ORDERED.contains(&name.as_str())) {
        let lib = std::fs::read_to_string(source.join("lib.rs")).unwrap();
        let order: Vec<_> =
            lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
        assert!(order.len() > 3, "{name}: {order:?}");
        let place = |name: &str| order.iter().position(|module| *module == name);
        for (module, used) in Crate::read(&source).uses() {
            let [Some(own), Some(other)] = [&module, &used].map(|name| place(name.first()?)) else {
                panic!("{name}: {}: what is {}?", module.join("::"), used.join("::"))
            };
            assert!(
                other <= own,
                "{name}: {} uses {}, which is below it in lib.rs",
                module.join("::"),
                used.join("::")
            );
        }
    }
}

#[test]
fn no_modules_form_a_circle() {
    for (name, source) in crates() {
        assert_eq!(Crate::read(&source).circle(), None, "{name}");
    }
}

/// Names that stand for several types, each with its crate: users of the library tell them apart by their modules, such as
/// `tictactoe::Position` and `reversi::Position`.
const PUBLIC: [(&str, &str); 4] =
    [("judging", "Settings"), ("rules", "Position"), ("rules", "Square"), ("rules", "Symmetry")];

#[test]
fn no_name_stands_for_two_types() {
    let mut twice = Vec::new();
    for (name, source) in crates() {
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (module, Module { types, .. }) in Crate::read(&source).0 {
            // Unit tests do not count, nor what stands in for a feature that is off.
            if !module.iter().any(|part| part == "tests" || part.starts_with("no_")) {
                types.into_iter().for_each(|word| all.entry(word).or_default().push(module.join("/")));
            }
        }
        all.retain(|word, files| files.len() > 1 && !PUBLIC.contains(&(name.as_str(), word.as_str())));
        twice.extend(all.iter().map(|(word, files)| format!("{name}: {word} in {}", files.join(", "))));
    }
    assert!(twice.is_empty(), "a name stands for several types:\n{}", twice.join("\n"));
}

#[test]
fn types_are_found() {
    let text = "pub(crate) struct A<'a>(&'a B); fn f() { struct C; } #[cfg(test)] mod tests { enum D {} } type E = F;";
    assert!(Module::parse(&tokens(text)).types.iter().eq(["A", "E"]));
}

#[test]
fn circles_are_found() {
    let circle = |files: &[(&str, &str)]| Crate::of(files.iter().copied()).circle().is_some();
    let trait_in_parent = ("a", "mod b; mod c; pub use b::B; pub trait T {}");
    assert!(circle(&[("a", "mod b; pub trait T {} fn f() { b::g() }"), ("a/b", "use super::T;")]));
    assert!(!circle(&[trait_in_parent, ("a/b", "use super::T;"), ("a/c", "use super::{B, T};")]));
    let uses_what_it_passes_on = ("a", "mod b; pub use b::B; pub trait T {} impl T for B {}");
    assert!(circle(&[uses_what_it_passes_on, ("a/b", "use crate::a::T;")]));
    assert!(circle(&[("a/b", "fn f() { super::c::g(); }"), ("a/c", "use super::b::{f, h as i};")]));
    assert!(circle(&[("a", "use b::B;"), ("a/b", "use crate::c::C;"), ("c", "use crate::a::A;")]));
    let in_a_test = ("a/c", "#[cfg(test)] mod tests { use super::super::b::f; } // use super::b;");
    assert!(!circle(&[("a/b", "use super::c::g; // \""), in_a_test, ("a", "pub(in crate::a) mod b;")]));
    let passed_on = ("lib", "pub use other::b; pub fn f() { a::g() }");
    assert!(!circle(&[passed_on, ("a", "use crate::b::B;")]) && circle(&[passed_on, ("a", "use crate::f;")]));
}

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The crates, each with the folder of its sources.
fn crates() -> Vec<(String, PathBuf)> {
    let below = std::fs::read_dir(home().join("crates")).unwrap().map(|folder| folder.unwrap());
    let mut crates: Vec<_> =
        below.map(|folder| (folder.file_name().into_string().unwrap(), folder.path().join("src"))).collect();
    crates.push(("referee".to_owned(), home().join("src")));
    crates
}

/// What the files of a crate name.
struct Crate(BTreeMap<Name, Module>);

#[derive(Default)]
struct Module {
    /// What `use` lines bring in, by the name it has here; whether it is passed on.
    imports: BTreeMap<String, (Vec<String>, bool)>,
    /// All other paths.
    paths: Vec<Vec<String>>,
    /// All words outside of `use` and `mod` lines.
    words: BTreeSet<String>,
    /// The types that it defines, outside of functions.
    types: BTreeSet<String>,
}

impl Crate {
    fn read(source: &Path) -> Crate {
        let texts = files(source).into_iter().map(|file| {
            let name = file.strip_prefix(source).unwrap().with_extension("");
            (name.to_str().unwrap().to_owned(), std::fs::read_to_string(&file).unwrap())
        });
        let texts: Vec<_> =
            texts.filter(|(name, _)| !name.ends_with("tests") && !name.starts_with("bin/")).collect();
        Crate::of(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())))
    }

    fn of<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Crate {
        let name = |file: &str| -> Name {
            let file = file.strip_suffix("/mod").unwrap_or(file);
            file.split('/').filter(|part| *part != "lib").map(str::to_owned).collect()
        };
        Crate(files.map(|(file, text)| (name(file), Module::parse(&tokens(text)))).collect())
    }

    /// Each module with each other one that it uses.
    fn uses(&self) -> BTreeSet<(Name, Name)> {
        let mut uses = BTreeSet::new();
        for (name, module) in &self.0 {
            let imports = module
                .imports
                .iter()
                .filter(|(word, (_, is_passed_on))| !is_passed_on || module.words.contains(*word));
            let paths = imports.map(|(_, (path, _))| path).chain(&module.paths);
            let used = paths.filter_map(|path| self.definer(&self.absolute(name, path)?, 9));
            uses.extend(used.filter(|used| used != name).map(|used| (name.clone(), used)));
        }
        uses
    }

    /// A path as it is from the crate's root; none if it does not lead into the crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Name> {
        let up = path.iter().take_while(|part| *part == "super").count();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat()),
            child => {
                let child = [module, &[child.to_owned()]].concat();
                self.0.contains_key(&child).then(|| [&child, &path[1..]].concat())
            }
        }
    }

    /// The module that defines what a path leads to; none if it is passed on from another crate, whose name is small, unlike
    /// a type's.
    fn definer(&self, path: &[String], hops: usize) -> Option<Name> {
        let known = (0..=path.len()).rev().find(|&length| self.0.contains_key(&path[..length]))?;
        let (name, rest) = path.split_at(known);
        let import = rest.first().and_then(|word| self.0[name].imports.get(word)).filter(|_| hops > 0);
        let Some((import, _)) = import else { return Some(name.to_vec()) };
        match self.absolute(name, import) {
            Some(target) if target != path => self.definer(&[&target, &rest[1..]].concat(), hops - 1),
            None if import[0].starts_with(char::is_lowercase) => None,
            _ => Some(name.to_vec()),
        }
    }

    /// A circle, if there is one, in words.
    fn circle(&self) -> Option<String> {
        let uses = self.uses();
        uses.iter().find_map(|(first, second)| {
            let mut ways = BTreeMap::from([(second, first)]);
            let mut open = vec![second];
            while let Some(module) = open.pop() {
                for (_, to) in uses.iter().filter(|(from, _)| from == module) {
                    if !ways.contains_key(to) {
                        ways.insert(to, module);
                        open.push(to);
                    }
                }
            }
            ways.get(first).map(|_| {
                let back = std::iter::successors(Some(first), |module| {
                    ways.get(*module).copied().filter(|before| *before != first)
                });
                let names: Vec<_> = back.map(|name| name.join("::")).collect();
                format!("{} is used by {}", names[0], names[1..].join(", that by "))
            })
        })
    }
}

/// What comes before unit tests.
const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

impl Module {
    fn parse(tokens: &[String]) -> Module {
        let mut module = Module::default();
        let (mut at, mut depth, mut is_public) = (0, 0, false);
        while at < tokens.len() {
            let next = |ahead: usize| tokens.get(at + ahead).map_or("", String::as_str);
            match next(0) {
                "#" if tokens[at..].iter().take(7).map(String::as_str).eq(TEST) => {
                    at = end_of_item(tokens, at + TEST.len());
                }
                "pub" if next(1) == "(" => at = end_of_group(tokens, at + 1),
                "pub" => at += 1,
                "mod" if next(2) == ";" => at += 3,
                "use" => {
                    let end = at + tokens[at..].iter().position(|token| token == ";").unwrap();
                    module.import(&[], &tokens[at + 1..end], is_public);
                    at = end;
                }
                "struct" | "enum" | "trait" | "union" | "type" if depth == 0 && is_word(next(1)) => {
                    module.types.insert(next(1).to_owned());
                    at += 1;
                }
                word if is_word(word) => {
                    let length = path_length(&tokens[at..]);
                    let path = tokens[at..at + length].iter().step_by(2).cloned();
                    module.words.insert(word.to_owned());
                    module.paths.extend(Some(path.collect()).filter(|_| length > 1));
                    at += length;
                }
                other => {
                    depth += i32::from(other == "{") - i32::from(other == "}");
                    at += 1;
                }
            }
            is_public = at > 0
                && matches!(tokens[at - 1].as_str(), "pub" | ")")
                && tokens.get(at).is_some_and(|token| token == "use");
        }
        module
    }

    /// Takes a tree of `use`.
    fn import(&mut self, before: &[String], tree: &[String], is_public: bool) {
        let tree = if tree[0] == "::" { &tree[1..] } else { tree };
        let length = path_length(tree);
        let path: Vec<_> = before.iter().cloned().chain(tree[..length].iter().step_by(2).cloned()).collect();
        if let Some(inside) =
            tree[length..].iter().position(|token| token == "{").map(|open| length + open + 1)
        {
            let mut start = inside;
            for at in inside..tree.len() {
                let depth = |token: &str| tree[inside..at].iter().filter(|other| *other == token).count();
                if depth("{") == depth("}") && matches!(tree[at].as_str(), "," | "}") {
                    if start < at {
                        self.import(&path, &tree[start..at], is_public);
                    }
                    start = at + 1;
                }
            }
        } else if let Some(last) = path.last().filter(|last| *last != "self" || path.len() == 1) {
            let name =
                if tree.get(length).is_some_and(|token| token == "as") { &tree[length + 1] } else { last };
            self.imports.insert(name.clone(), (path.clone(), is_public));
        } else {
            let path = path[..path.len() - 1].to_vec();
            self.imports.insert(path.last().unwrap().clone(), (path, is_public));
        }
    }
}

/// How many tokens a path takes: words with `::` between.
fn path_length(tokens: &[String]) -> usize {
    let is_gap = |at: usize| tokens.get(at).is_some_and(|token| token == "::");
    let parts = (0..)
        .step_by(2)
        .take_while(|&at| tokens.get(at).is_some_and(|token| is_word(token)) && (at == 0 || is_gap(at - 1)));
    (2 * parts.count()).saturating_sub(1)
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// The place after the bracket that closes the one at this place.
fn end_of_group(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    let close = tokens[open..].iter().position(|token| {
        depth += i32::from(matches!(token.as_str(), "(" | "[" | "{"));
        depth -= i32::from(matches!(token.as_str(), ")" | "]" | "}"));
        depth == 0
    });
    close.map_or(tokens.len(), |close| open + close + 1)
}

/// The place after an item: its semicolon, or its body.
fn end_of_item(tokens: &[String], start: usize) -> usize {
    let end = tokens[start..].iter().position(|token| token == ";" || token == "{").map(|end| start + end);
    end.map_or(tokens.len(), |end| if tokens[end] == ";" { end + 1 } else { end_of_group(tokens, end) })
}

/// The words and signs of a source, without comments and texts.
fn tokens(text: &str) -> Vec<String> {
    let (mut rest, mut found) = (text, Vec::new());
    while let Some(first) = rest.chars().next() {
        let word = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => end_of_text(rest),
            'r' if rest.starts_with("r\"") => rest[2..].find('"').unwrap() + 3,
            'r' if rest.starts_with("r#\"") => rest.find("\"#").unwrap() + 2,
            '\'' if rest[1..].starts_with('\\') => rest[3..].find('\'').unwrap() + 4,
            '\'' if rest.chars().nth(2) == Some('\'') => {
                rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at)
            }
            _ if word > 0 => word,
            ':' if rest.starts_with("::") => 2,
            other => other.len_utf8(),
        };
        let token = &rest[..length];
        let is_code = !first.is_whitespace()
            && !matches!(first, '"' | '\'')
            && !token.contains('"')
            && !token.starts_with("//");
        found.extend(is_code.then(|| token.to_owned()));
        rest = &rest[length..];
    }
    found
}

/// The length of a quoted text.
fn end_of_text(text: &str) -> usize {
    let mut is_escaped = true;
    text.bytes()
        .position(|byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        })
        .map_or(text.len(), |end| end + 1)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}
