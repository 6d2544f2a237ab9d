use std::io::{self, BufRead};

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Length,
    Mass,
    Temperature,
}

struct Converter {
    units: Vec<(String, Kind, f64)>,
    last: Option<(f64, String)>,
}

fn number(s: &str) -> Result<f64, String> {
    let bad = || format!("bad number {s}");
    let body = s.strip_prefix(['+', '-']).unwrap_or(s);
    let mut parts = body.splitn(2, '.');
    let all_digits = |p: &str| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit());
    if parts.by_ref().all(all_digits) && !body.is_empty() {
        s.parse().map_err(|_| bad())
    } else {
        Err(bad())
    }
}

fn to_kelvin(v: f64, unit: &str) -> f64 {
    match unit {
        "C" => v + 273.15,
        "F" => (v - 32.0) * 5.0 / 9.0 + 273.15,
        _ => v,
    }
}

fn from_kelvin(k: f64, unit: &str) -> f64 {
    match unit {
        "C" => k - 273.15,
        "F" => (k - 273.15) * 9.0 / 5.0 + 32.0,
        _ => k,
    }
}

impl Converter {
    fn new() -> Self {
        use Kind::*;
        let list = [
            ("mm", Length, 0.001), ("cm", Length, 0.01), ("m", Length, 1.0), ("km", Length, 1000.0),
            ("in", Length, 0.0254), ("ft", Length, 0.3048), ("mi", Length, 1609.344),
            ("g", Mass, 1.0), ("kg", Mass, 1000.0), ("oz", Mass, 28.349523125), ("lb", Mass, 453.59237),
            ("C", Temperature, 0.0), ("F", Temperature, 0.0), ("K", Temperature, 0.0),
        ];
        let units = list.iter().map(|(n, k, f)| (n.to_string(), *k, *f)).collect();
        Converter { units, last: None }
    }

    fn unit(&self, name: &str) -> Result<(Kind, f64), String> {
        self.units.iter().find(|u| u.0 == name).map(|u| (u.1, u.2)).ok_or(format!("unknown unit {name}"))
    }

    fn convert(&mut self, v: f64, from: &str, to: &str) -> Result<String, String> {
        let (ka, fa) = self.unit(from)?;
        let (kb, fb) = self.unit(to)?;
        if ka != kb {
            return Err(format!("cannot convert {from} to {to}"));
        }
        let r = if ka == Kind::Temperature {
            let k = to_kelvin(v, from);
            if k < -1e-7 {
                return Err("below absolute zero".into());
            }
            from_kelvin(k, to)
        } else if v < 0.0 {
            return Err("negative quantity".into());
        } else {
            v * fa / fb
        };
        self.last = Some((r, to.to_string()));
        Ok(format!("= {r:.2} {to}"))
    }

    fn define(&mut self, name: &str, value: &str, base: &str) -> Result<String, String> {
        if !name.bytes().all(|b| b.is_ascii_lowercase()) {
            return Err(format!("bad name {name}"));
        }
        if self.unit(name).is_ok() {
            return Err(format!("{name} exists"));
        }
        let v = number(value)?;
        if v <= 0.0 {
            return Err("value must be positive".into());
        }
        let (kind, f) = self.unit(base)?;
        if kind == Kind::Temperature {
            return Err("temperature cannot be defined".into());
        }
        self.units.push((name.to_string(), kind, v * f));
        Ok(format!("defined {name}"))
    }

    fn list(&self, title: &str, kind: Kind) -> String {
        let names: Vec<&str> = self.units.iter().filter(|u| u.1 == kind).map(|u| u.0.as_str()).collect();
        format!("{title}: {}", names.join(" "))
    }

    fn answer(&mut self, w: &[&str]) -> Result<String, String> {
        match w {
            ["units"] => Ok([
                self.list("length", Kind::Length),
                self.list("mass", Kind::Mass),
                self.list("temperature", Kind::Temperature),
            ]
            .join("\n")),
            ["last", unit] => match self.last.clone() {
                None => Err("no result yet".into()),
                Some((v, from)) => self.convert(v, &from, unit),
            },
            ["define", a, v, u] => self.define(a, v, u),
            ["units" | "last" | "define" | "quit", ..] => Err("syntax".into()),
            [v, from, to] => {
                let v = number(v)?;
                self.convert(v, from, to)
            }
            _ => Err("syntax".into()),
        }
    }
}

fn main() {
    let mut c = Converter::new();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        if words == ["quit"] {
            return;
        }
        match c.answer(&words) {
            Ok(s) => println!("{s}"),
            Err(e) => println!("error: {e}"),
        }
    }
}
