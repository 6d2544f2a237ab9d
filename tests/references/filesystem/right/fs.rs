use std::collections::BTreeMap;
use std::io::{self, BufRead};

enum Node {
    File(String),
    Dir(BTreeMap<String, Node>),
}
use Node::{Dir, File};

type Entries = BTreeMap<String, Node>;

struct Fs {
    root: Entries,
    path: Vec<String>,
}

fn size(d: &Entries) -> usize {
    d.values()
        .map(|n| match n {
            File(t) => t.len(),
            Dir(d) => size(d),
        })
        .sum()
}

fn good(name: &str) -> bool {
    (1..=8).contains(&name.len())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '.')
        && name != "."
        && name != ".."
}

fn search(d: &Entries, at: &str, name: &str, hits: &mut Vec<String>) {
    for (n, node) in d {
        let p = format!("{at}/{n}");
        if let Dir(sub) = node {
            search(sub, &p, name, hits);
        }
        if n == name {
            hits.push(p);
        }
    }
}

type Answer = Result<String, &'static str>;

fn ok() -> Answer {
    Ok("ok".to_string())
}

impl Fs {
    fn here(&mut self) -> &mut Entries {
        let mut d = &mut self.root;
        for p in &self.path {
            d = match d.get_mut(p) {
                Some(Dir(sub)) => sub,
                _ => unreachable!(),
            };
        }
        d
    }

    fn free(&self) -> usize {
        100 - size(&self.root)
    }

    fn write(&mut self, name: &str, text: &str) -> Answer {
        let free = self.free();
        let old = match self.here().get(name) {
            Some(Dir(_)) => return Err("that is a directory"),
            Some(File(t)) => t.len(),
            None => 0,
        };
        if text.len() > free + old {
            return Err("full");
        }
        self.here().insert(name.into(), File(text.into()));
        ok()
    }

    fn copy(&mut self, a: &str, b: &str) -> Answer {
        let text = match self.here().get(a) {
            Some(File(t)) => t.clone(),
            _ => return Err("not a file"),
        };
        if self.here().contains_key(b) {
            return Err("exists");
        }
        self.write(b, &text)
    }

    fn list(&mut self) -> String {
        let d = self.here();
        let mut out = format!("{} entries", d.len());
        for (n, node) in d.iter() {
            out += &match node {
                Dir(_) => format!("\n- {n}/"),
                File(t) => format!("\n- {n} {}", t.len()),
            };
        }
        out
    }

    fn run(&mut self, line: &str) -> Answer {
        if let Some(rest) = line.strip_prefix("write ") {
            let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
            return if good(name) { self.write(name, text) } else { Err("bad name") };
        }
        let w: Vec<&str> = line.split(' ').collect();
        match w[..] {
            ["cd", "/"] => {
                self.path.clear();
                return ok();
            }
            ["cd", ".."] => {
                self.path.pop();
                return ok();
            }
            _ => {}
        }
        if !w[1..].iter().all(|n| good(n)) {
            return Err("bad name or command");
        }
        match w[..] {
            ["pwd"] => Ok(format!("/{}", self.path.join("/"))),
            ["ls"] => Ok(self.list()),
            ["df"] => Ok(format!("{} of 100 free", self.free())),
            ["mkdir", n] => {
                if self.here().contains_key(n) {
                    return Err("exists");
                }
                self.here().insert(n.into(), Dir(Entries::new()));
                ok()
            }
            ["cat", n] => match self.here().get(n) {
                Some(File(t)) => Ok(format!("\"{t}\"")),
                Some(Dir(_)) => Err("is a directory"),
                None => Err("not found"),
            },
            ["rm", n] => match self.here().get(n) {
                None => Err("not found"),
                Some(Dir(d)) if !d.is_empty() => Err("not empty"),
                _ => {
                    self.here().remove(n);
                    ok()
                }
            },
            ["cp", a, b] => self.copy(a, b),
            ["mv", a, b] => {
                if self.here().contains_key(b) {
                    return Err("exists");
                }
                let node = self.here().remove(a).ok_or("not found")?;
                self.here().insert(b.into(), node);
                ok()
            }
            ["cd", n] => match self.here().get(n) {
                Some(Dir(_)) => {
                    self.path.push(n.into());
                    ok()
                }
                _ => Err("no such directory"),
            },
            ["find", n] => {
                let at: String = self.path.iter().map(|p| format!("/{p}")).collect();
                let mut hits = vec![];
                search(self.here(), &at, n, &mut hits);
                let mut out = format!("{} found", hits.len());
                for h in hits {
                    out += "\n- ";
                    out += &h;
                }
                Ok(out)
            }
            _ => Err("bad command"),
        }
    }
}

fn main() {
    let mut fs = Fs { root: Entries::new(), path: vec![] };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match line.as_str() {
            "" => continue,
            "exit" => return,
            _ => match fs.run(&line) {
                Ok(s) => println!("{s}"),
                Err(e) => println!("error: {e}"),
            },
        }
    }
}
