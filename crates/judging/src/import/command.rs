//! Commands of a shell that run one program. The judge compiles and starts programs by itself, so only the program's name, its
//! arguments and what is piped into it matter.

/// A program that a command runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Started {
    /// Its name without an ending; none if the command does not tell.
    pub(super) program: String,
    pub(super) args: Vec<String>,
    /// What `echo` gives it.
    pub(super) input: Option<String>,
}

/// Commands that may stand before a program, since they only prepare it.
const BEFORE: &str = "cc gcc g++ clang clang++ javac rustc kotlinc ghc fpc mcs csc tsc make chmod";

const INTERPRETERS: &str =
    "python python3 pypy3 node bun ruby perl php lua Rscript julia bash sh java kotlin mono ts-node";

/// Tools that build what is in the folder and run it.
const BUILDERS: &str = "go deno cargo dotnet";

impl Started {
    /// Its arguments, if it has some.
    pub(super) fn given(&self) -> Option<Vec<String>> {
        Some(self.args.clone()).filter(|args| !args.is_empty())
    }

    /// The one program that a command runs. `None` if it does anything else, but for compiling the program before.
    pub(super) fn of(command: &str) -> Option<Started> {
        let is_in = |all: &str, wanted: &str| all.split(' ').any(|word| word == wanted);
        let mut parts = split(command)?;
        let (last, pipe) = parts.pop()?;
        let mut input = None;
        if pipe {
            input = Some(echoed(&shlex::split(&parts.pop()?.0)?)?);
        }
        let prepares = |(part, pipe): &(String, bool)| {
            !pipe && part.split_whitespace().next().is_none_or(|word| is_in(BEFORE, word))
        };
        if !parts.iter().all(prepares) {
            return None;
        }
        let words = shlex::split(&last)?;
        if words.iter().any(|word| word.contains(['*', '?'])) {
            return None;
        }
        let mut words = words.iter().map(String::as_str).peekable();
        let first = words.next()?;
        let name = match first.strip_prefix("./") {
            Some(name) => name,
            None if is_in(INTERPRETERS, first) => script(&mut words)?,
            None if is_in(BUILDERS, first) && words.next() == Some("run") => match first {
                "go" | "deno" => script(&mut words)?,
                _ => words.find(|word| *word == "--").map_or("", |_| ""),
            },
            None => return None,
        };
        let name = name.rsplit('/').next().unwrap_or(name);
        let name = name.split('.').next().unwrap_or(name);
        let is_tool =
            ["gradlew", "mvnw"].contains(&name) || name.starts_with("test") || name.ends_with("test");
        let program = if name == "a" { "" } else { name }.to_owned();
        (!is_tool).then(|| Started { program, args: words.map(str::to_owned).collect(), input })
    }
}

/// The parts of a command between `&&`, `;` and `|`, each with whether it reads from the part before it.
/// `None` if there is anything else that a shell reads in its own way.
fn split(command: &str) -> Option<Vec<(String, bool)>> {
    let mut parts = vec![(String::new(), false)];
    let (mut quote, mut characters) = (None, command.trim().chars().peekable());
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(end), _) if c == end => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None | Some('"'), '$' | '`') | (None, '<' | '>' | '(' | ')' | '{' | '}') => return None,
            (None, ';' | '\n' | '&' | '|') => {
                let is_double = characters.next_if_eq(&c).is_some();
                // In the background, or only if something fails.
                if c == '&' && !is_double || c == '|' && is_double {
                    return None;
                }
                parts.push((String::new(), c == '|'));
                continue;
            }
            _ => {}
        }
        parts.last_mut()?.0.push(c);
    }
    parts.retain(|(part, _)| !part.trim().is_empty());
    Some(parts)
}

/// The file that an interpreter is to run.
fn script<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<&'a str> {
    loop {
        match words.next()? {
            "-u" | "-B" | "-ea" | "-q" | "--quiet" => {}
            "-cp" | "-classpath" | "--class-path" => drop(words.next()),
            option if option.starts_with('-') => return None,
            file => return Some(file),
        }
    }
}

/// What `echo` or `printf` prints.
fn echoed(words: &[String]) -> Option<String> {
    let unescaped = |text: &str| text.replace("\\n", "\n").replace("\\t", "\t");
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["printf", text] if !text.contains('%') => Some(unescaped(text)),
        ["echo", "-n", ref rest @ ..] => Some(unescaped(&rest.join(" "))),
        // By itself dash, the usual shell of a runner, does so.
        ["echo", "-e", ref rest @ ..] | ["echo", ref rest @ ..] => Some(unescaped(&rest.join(" ")) + "\n"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Started;

    #[test]
    fn a_program_with_its_arguments_is_found_and_nothing_else() {
        for (command, program, args, input) in [
            ("./hello", "hello", &[][..], None),
            ("gcc -o hello hello.c && ./hello -n '3 4'", "hello", &["-n", "3 4"], None),
            ("python3 -u src/mean.py 1", "mean", &["1"], None),
            ("javac *.java && java -cp . Main a", "Main", &["a"], None),
            ("echo 5 6 | ./a.out", "", &[], Some("5 6\n")),
            ("echo '3\\n4' | ./a.out", "", &[], Some("3\n4\n")),
            ("printf '1\\n2' | node sum.js", "sum", &[], Some("1\n2")),
            ("cargo run --quiet -- x", "", &["x"], None),
            ("go run sum.go 1", "sum", &["1"], None),
        ] {
            let args = args.iter().map(|word| (*word).to_owned()).collect();
            let expected = Started { program: program.to_owned(), args, input: input.map(str::to_owned) };
            assert_eq!(Started::of(command), Some(expected), "{command}");
        }
        for other in [
            "pytest",
            "python3 -m pytest",
            "javac *.java",
            "./a *.txt",
            "python3 -c 'print(1)'",
            "./gradlew test",
            "npm test",
            "./a | sort",
            "./a > b",
            "./a < b",
            "bash tests.sh",
            "./a $HOME",
            "./a \"$HOME\"",
            "'",
            "",
            "cat a | ./b",
            "./a || true",
        ] {
            assert_eq!(Started::of(other), None, "{other}");
        }
    }
}
