//! Points as code.golf counts them, so that short programs in any language can be compared.
//!
//! A solution gets 1000 × Sb ÷ Su points: Su is its own size, and Sb lies between the shortest size in its language, S, and
//! the shortest in any, Sa: Sb = ((√n + 2) ÷ (√n + 3)) × S + (1 ÷ (√n + 3)) × Sa, where n is the number of solutions in its
//! language. So it is worth less to be the best of a language in which few have tried. Among those of one language it
//! gets 1000 × S ÷ Su.
//!
//! The numbers are those that the site's database computes, also where a result lies halfway between two integers: there it
//! rounds the first to the even one, because that is a floating-point number, and the second up, because that is a decimal.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

/// The points of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Points {
    /// Among the solutions in all languages: 0 to 1000.
    #[schemars(range(max = 1000))]
    pub overall: u32,
    /// Among those in its language: 0 to 1000.
    #[schemars(range(max = 1000))]
    pub in_language: u32,
}

/// The solutions in one language.
#[derive(Clone, Copy)]
struct Field {
    shortest: u64,
    count: u32,
}

/// The points of these solutions of one problem, each given by its language and its size, in their order.
pub fn points(solutions: &[(&str, u64)]) -> Vec<Points> {
    let shortest = solutions.iter().map(|(_, size)| *size).min().unwrap_or(0);
    let mut fields: HashMap<&str, Field> = HashMap::new();
    for (language, size) in solutions {
        let field = fields.entry(language).or_insert(Field { shortest: *size, count: 0 });
        *field = Field { shortest: field.shortest.min(*size), count: field.count + 1 };
    }
    solutions.iter().map(|(language, size)| fields[language].points(*size, shortest)).collect()
}

impl Field {
    fn points(self, size: u64, shortest_of_all: u64) -> Points {
        if size == 0 {
            // Nothing is shorter, and the formula does not say what nothing divided by nothing is.
            return Points { overall: 1000, in_language: 1000 };
        }
        let overall = self.standard(shortest_of_all) / size as f64 * 1000.0;
        Points { overall: overall.round_ties_even() as u32, in_language: share(self.shortest, size) }
    }

    /// The size for which a solution gets 1000 points.
    fn standard(self, shortest_of_all: u64) -> f64 {
        let root = f64::from(self.count).sqrt();
        (root + 2.0) / (root + 3.0) * self.shortest as f64 + 1.0 / (root + 3.0) * shortest_of_all as f64
    }
}

/// How many thousandths of a size a part is, rounded half up.
fn share(part: u64, size: u64) -> u32 {
    let (part, size) = (u128::from(part), u128::from(size));
    ((2000 * part + size) / (2 * size)) as u32
}
