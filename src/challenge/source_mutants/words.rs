//! Changes of single words, numbers, texts and signs.

use super::lexemes::{Kind, Lexeme, are_in_line, closing};
use super::mutant::SourceMutant;

/// Signs between two values, and what each is confused with.
const BETWEEN: [(&str, &str); 25] = [
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("==", "!="),
    ("!=", "=="),
    ("===", "!=="),
    ("!==", "==="),
    ("~=", "=="),
    ("=~", "!~"),
    ("!~", "=~"),
    ("&&", "||"),
    ("||", "&&"),
    ("+", "-"),
    ("-", "+"),
    ("*", "/"),
    ("/", "*"),
    ("//", "*"),
    ("%", "*"),
    ("+=", "-="),
    ("-=", "+="),
    ("*=", "+="),
    ("%=", "+="),
    ("..", "..."),
    ("..=", ".."),
];

/// Signs that stand beside one value.
const BESIDE: [(&str, &str); 2] = [("++", "--"), ("--", "++")];

/// Words, and what each is confused with.
const WORDS: [(&str, &str); 22] = [
    ("and", "or"),
    ("or", "and"),
    ("True", "False"),
    ("False", "True"),
    ("true", "false"),
    ("false", "true"),
    ("break", "continue"),
    ("continue", "break"),
    ("min", "max"),
    ("max", "min"),
    ("any", "all"),
    ("all", "any"),
    ("lt", "le"),
    ("le", "lt"),
    ("gt", "ge"),
    ("ge", "gt"),
    ("eq", "ne"),
    ("ne", "eq"),
    ("mod", "div"),
    ("div", "mod"),
    ("upper", "lower"),
    ("lower", "upper"),
];

/// Words after which a sign stands before a value, not between two.
const BEFORE_A_VALUE: [&str; 12] =
    ["return", "print", "case", "in", "and", "or", "not", "if", "then", "else", "while", "echo"];

pub(super) fn mutants(source: &[u8], lexemes: &[Lexeme]) -> Vec<SourceMutant> {
    let of_place = |place: usize| match lexemes[place].kind {
        Kind::Number => of_number(source, &lexemes[place]),
        Kind::Text => of_text(source, lexemes, place).into_iter().collect(),
        Kind::Word => of_word(source, lexemes, place),
        Kind::Sign => of_sign(source, lexemes, place).into_iter().collect(),
    };
    (0..lexemes.len()).flat_map(of_place).collect()
}

/// One more and one less; of 0 only one more.
fn of_number(source: &[u8], number: &Lexeme) -> Vec<SourceMutant> {
    let text = String::from_utf8_lossy(number.text(source));
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let Ok(value) = whole.parse::<u64>() else { return Vec::new() };
    let others = [value.checked_sub(1), value.checked_add(1)].into_iter().flatten();
    others.map(|other| SourceMutant::new(source, number.at.clone(), format!("{other}{rest}"))).collect()
}

/// Another letter, or digit, in a text; or a sign more.
fn of_text(source: &[u8], lexemes: &[Lexeme], place: usize) -> Option<SourceMutant> {
    let text = lexemes[place].text(source);
    let quotes = if text.starts_with(&[text[0]; 3]) && text.len() >= 6 { 3 } else { 1 };
    let is_alone = place == 0 || !are_in_line(source, lexemes[place - 1].at.end, lexemes[place].at.start);
    let within = &text[quotes..text.len() - quotes];
    // A text that is a statement of its own describes what follows.
    if within.is_empty() || (quotes == 3 && is_alone) {
        return None;
    }
    let mut changed = text.to_vec();
    let of = |is_wanted: fn(&u8) -> bool| {
        plain(&within[..within.len().min(LOOKED_AT)]).find(|at| is_wanted(&within[*at])).map(|at| at + quotes)
    };
    if let Some(at) = of(u8::is_ascii_alphabetic) {
        changed[at] = if b"zZ".contains(&text[at]) { text[at] - 1 } else { text[at] + 1 };
    } else if let Some(at) = of(u8::is_ascii_digit) {
        changed[at] = if text[at] == b'9' { b'8' } else { text[at] + 1 };
    } else {
        changed.insert(text.len() - quotes, b'!');
    }
    Some(SourceMutant::new(source, lexemes[place].at.clone(), changed))
}

/// How many bytes of a text are looked at for a letter.
const LOOKED_AT: usize = 200;

/// The places in a text that stand for themselves: not after a backslash or a percent sign, nor in braces, where texts of
/// many languages have code.
fn plain(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut depth = 0_usize;
    (0..text.len()).filter(move |at| {
        match text[*at] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_directive = text[..*at].iter().rev().take_while(|byte| !b" \\%$".contains(byte)).count();
        let sign = at.checked_sub(is_directive + 1).map_or(b' ', |before| text[before]);
        let is_free = match sign {
            b'\\' => is_directive > 0,
            // As in `%-5d` and `$name`.
            b'%' | b'$' => {
                text[at - is_directive..*at].iter().any(|byte| !b"-+.#0123456789l".contains(byte))
                    && sign == b'%'
            }
            _ => true,
        };
        depth == 0 && is_free
    })
}

fn of_word(source: &[u8], lexemes: &[Lexeme], place: usize) -> Vec<SourceMutant> {
    let word = &lexemes[place];
    let is_member = place > 0 && lexemes[place - 1].is(source, ".");
    let other = |(known, other): &(&str, &str)| {
        let is_method = ["upper", "lower"].contains(known);
        (word.is(source, known) && is_method == is_member)
            .then(|| SourceMutant::new(source, word.at.clone(), *other))
    };
    let mut found: Vec<_> = WORDS.iter().filter_map(other).collect();
    if word.is(source, "not") && !is_member {
        found.extend(without(source, lexemes, place));
    }
    if word.is(source, "range") {
        found.extend(of_range(source, lexemes, place));
    }
    found
}

/// Without a word or sign of negation, and the spaces after it.
fn without(source: &[u8], lexemes: &[Lexeme], place: usize) -> Option<SourceMutant> {
    let [from, to] = [lexemes[place].at.start, lexemes.get(place + 1)?.at.start];
    let mutant = SourceMutant::told(source, from..to, "", "was left out");
    are_in_line(source, from, to).then_some(mutant)
}

/// Longer and shorter by one, if its end is not a number, which is changed by itself.
fn of_range(source: &[u8], lexemes: &[Lexeme], place: usize) -> Vec<SourceMutant> {
    let open = place + 1;
    let close =
        lexemes.get(open).filter(|open| open.is(source, "(")).and_then(|_| closing(source, lexemes, open));
    let Some(close) = close.filter(|close| *close > open + 1 && lexemes[close - 1].kind != Kind::Number)
    else {
        return Vec::new();
    };
    let at = lexemes[place].at.start..lexemes[close].at.end;
    let body = &source[at.start..at.end - 1];
    let with = |more: &str| SourceMutant::new(source, at.clone(), [body, more.as_bytes()].concat());
    vec![with(" + 1)"), with(" - 1)")]
}

fn of_sign(source: &[u8], lexemes: &[Lexeme], place: usize) -> Option<SourceMutant> {
    let sign = &lexemes[place];
    if sign.is(source, "!") {
        let next = lexemes.get(place + 1)?;
        let is_value = next.kind != Kind::Number
            && (next.kind != Kind::Sign || b"($@%".contains(&source[next.at.start]));
        return is_value.then(|| without(source, lexemes, place)).flatten();
    }
    let other = |table: &[(&str, &'static str)]| {
        let found = table.iter().find(|(known, _)| sign.is(source, known));
        found.map(|(_, other)| SourceMutant::new(source, sign.at.clone(), *other))
    };
    match is_between(source, lexemes, place) {
        true => other(&BETWEEN),
        false => other(&BESIDE),
    }
}

/// Whether a sign stands between two values, as far as that can be seen.
fn is_between(source: &[u8], lexemes: &[Lexeme], place: usize) -> bool {
    let (Some(before), Some(after)) = (place.checked_sub(1).map(|at| &lexemes[at]), lexemes.get(place + 1))
    else {
        return false;
    };
    let is_value_before = match before.kind {
        Kind::Word => !BEFORE_A_VALUE.iter().any(|word| before.is(source, word)),
        Kind::Number | Kind::Text => true,
        Kind::Sign => b")]}".contains(&source[before.at.start]),
    };
    // As in `*args` after a comma, and options of commands: `sort -n`.
    let [spaced_before, spaced_after] =
        [before.at.end < lexemes[place].at.start, lexemes[place].at.end < after.at.start];
    let is_option = spaced_before && !spaced_after && lexemes[place].is(source, "-");
    let is_value_after = after.kind != Kind::Sign || b"([{$@%-+!\\#&~".contains(&source[after.at.start]);
    is_value_before && is_value_after && !is_option
}
