//! Values that are read once and kept as long as the program runs, so that they can be copied like numbers.

/// Makes values of a type that holds a `&'static` equal if they refer to the same object; shown by this name.
macro_rules! same_if_one {
    ($type:ident, $name:expr) => {
        impl PartialEq for $type {
            fn eq(&self, other: &$type) -> bool {
                std::ptr::eq(self.0, other.0)
            }
        }

        impl Eq for $type {}

        impl std::hash::Hash for $type {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                std::ptr::from_ref(self.0).hash(state);
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple(stringify!($type)).field(&($name)(self.0)).finish()
            }
        }
    };
}

pub(super) use same_if_one;

/// Games by name, each a list of lines.
pub(super) type Games = &'static [(&'static str, &'static [&'static str])];

pub(super) fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

pub(super) fn lines(lines: &[String]) -> &'static [&'static str] {
    lines.iter().map(|line| text(line)).collect::<Vec<_>>().leak()
}

pub(super) fn games(games: &[(String, Vec<String>)]) -> Games {
    games.iter().map(|(name, inputs)| (text(name), lines(inputs))).collect::<Vec<_>>().leak()
}
