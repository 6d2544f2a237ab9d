//! What may differ between an output and the right one: one type for tables, references, recordings and
//! whole cases. Both texts pass through it alike. How an output is matched is in `folding`.
//!
//! Texts are compared piece by piece, not as a whole. So the place of a difference in the output stays known, and a
//! prompt before an answer does not hide where its line begins. Built-in games have `AllowedDeviations` instead,
//! which are about boards and silence.

use std::borrow::Cow;

use regex::bytes::Regex;

use super::fault::no_pattern;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Freedoms {
    /// More new-lines than written may be around words, and the last may be missing.
    pub newlines: bool,
    /// Case does not count.
    pub case: bool,
    /// The number of successive spaces does not count.
    pub spaces: bool,
    /// A program may read its inputs in any format.
    pub formats: bool,
    /// How far numbers may be off, if at all.
    pub numbers: Option<Tolerance>,
    /// The replacements on both sides before they are compared, in this order.
    pub replace: Vec<Replacement>,
    /// Successive lines of these forms may be in any order.
    pub unordered: Vec<TextPattern>,
    /// `{{…}}` in a right text is a regular expression for a part of a line.
    pub patterns: bool,
    /// Texts of which a program chooses one, and keeps to it. The first is that of the reference.
    pub choose: Vec<Vec<String>>,
}

/// A text with some texts chosen, and which of each list.
pub(crate) type Spelling<'a> = (Cow<'a, str>, Vec<Option<usize>>);

/// The largest error of a number; a negative one allows none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// The largest difference.
    pub absolute: f64,
    /// The largest difference, as a part of the right number.
    pub relative: f64,
}

#[derive(Clone, Debug)]
pub struct TextPattern(Regex);

#[derive(Clone, Debug, PartialEq)]
pub struct Replacement {
    pub pattern: TextPattern,
    /// The replacement; `$1` is its first group.
    pub with: String,
}

impl Replacement {
    /// Leaves out what matches a regular expression.
    pub fn by_nothing(source: &str) -> Result<Replacement, String> {
        Replacement::read(source, "")
    }

    /// Puts a text in place of what matches a regular expression.
    /// The error says why it is none, or what it would do, in words.
    pub fn read(source: &str, with: &str) -> Result<Replacement, String> {
        let pattern = TextPattern::read(source)?;
        let is_whole = |text: &&str| {
            let found = pattern.0.find(text.as_bytes());
            found.is_some_and(|found| found.len() == text.len())
        };
        if UNLIKE.iter().all(is_whole) {
            return Err(format!("`{source}` matches every line, so nothing would be compared"));
        }
        match (pattern.occurs_in(b""), UNLIKE.iter().any(|text| pattern.occurs_in(text.as_bytes()))) {
            (false, _) => Ok(Replacement { pattern, with: with.to_owned() }),
            (true, false) => Err(format!(
                "`{source}` matches empty lines; `newlines = \"around\"` lets them be where they like"
            )),
            (true, true) => Err(format!(
                "`{source}` also matches where nothing is; write it so that it matches something"
            )),
        }
    }
}

impl PartialEq for TextPattern {
    fn eq(&self, other: &TextPattern) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

/// Texts that have nothing in common: a pattern that matches all of them whole compares nothing.
const UNLIKE: [&str; 4] = ["a", "Zq 7", "!? -", "\u{e9}"];

/// The largest automaton of a pattern, in bytes.
const LARGEST: usize = 1 << 20;

impl TextPattern {
    /// Reads a regular expression.
    /// The error says why it is none, in words.
    pub fn read(source: &str) -> Result<TextPattern, String> {
        let regex = regex::bytes::RegexBuilder::new(source).size_limit(LARGEST).build();
        regex.map(TextPattern).map_err(|why| no_pattern(source, &why))
    }

    pub fn occurs_in(&self, line: &[u8]) -> bool {
        self.0.is_match(line)
    }

    pub fn source(&self) -> &str {
        self.0.as_str()
    }
}

impl Tolerance {
    /// Whether a number is near enough to the right one. Both were written in decimals, and stand for the nearest binary
    /// numbers: by as much as that, a tolerance may be exceeded, so that 0.49 and 0.50 differ by no more than 0.01.
    pub fn allows(&self, right: f64, number: f64) -> bool {
        let error = (right - number).abs();
        let rounding = f64::EPSILON * (right.abs() + number.abs());
        let is_within = |most: f64| error <= most || (most > 0.0 && error <= most + rounding);
        is_within(self.largest(right))
    }

    /// The largest difference to a right number.
    pub(super) fn largest(&self, right: f64) -> f64 {
        self.absolute.max(self.relative * right.abs())
    }
}

/// A text as it is compared, and where its lines come from.
pub(super) struct Normal {
    pub(super) text: Vec<u8>,
    lines: Vec<Origin>,
    /// The length of the text that it comes from.
    length: usize,
}

struct Origin {
    /// The place where it begins.
    at: usize,
    /// The place where it began.
    from: usize,
    /// How many bytes of it there are, without its end, and how many there were.
    lengths: [usize; 2],
    /// How many bytes at its beginning are the same.
    same: usize,
    /// How many of the other bytes are the same, counted from its end.
    same_at_end: usize,
}

impl Origin {
    fn new(at: usize, from: usize, line: &[u8], before: &[u8]) -> Origin {
        let same = line.iter().zip(before).take_while(|(one, other)| one == other).count();
        let rest = line[same..].iter().rev().zip(before[same..].iter().rev());
        let same_at_end = rest.take_while(|(one, other)| one == other).count();
        Origin { at, from, lengths: [line.len(), before.len()], same, same_at_end }
    }

    /// The place in the text that the line comes from.
    fn place(&self, at: usize) -> usize {
        let [length, before] = self.lengths;
        let within = at - self.at;
        match within + self.same_at_end >= length {
            true => self.from + before + within - length,
            false => self.from + within.min(self.same),
        }
    }
}

impl Normal {
    /// The place in the text that it comes from.
    pub(super) fn origin(&self, at: usize) -> usize {
        if at == self.text.len() {
            return self.length;
        }
        self.lines.iter().rev().find(|line| line.at <= at).map_or(0, |line| line.place(at))
    }
}

/// The signs that stand for patterns: the first of those for private use (Unicode), of which there are so many.
const PLACES: char = '\u{e000}';
const MOST_PLACES: usize = 6_400;

impl Freedoms {
    /// Whether texts are changed before they are compared.
    pub(super) fn replaces(&self) -> bool {
        !self.replace.is_empty()
    }

    /// The first `needed` lines that are not empty after the replacements.
    pub(super) fn normal(&self, text: &[u8], needed: usize) -> Normal {
        let mut normal = Normal { text: Vec::new(), lines: Vec::new(), length: 0 };
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            if normal.lines.len() == needed {
                break;
            }
            let body = line.strip_suffix(b"\n").unwrap_or(line);
            let body = body.strip_suffix(b"\r").unwrap_or(body);
            let rest = self.replaced(body);
            if !rest.is_empty() || body.is_empty() {
                normal.lines.push(Origin::new(normal.text.len(), normal.length, &rest, body));
                normal.text.extend_from_slice(&rest);
                normal.text.extend_from_slice(&line[body.len()..]);
            }
            normal.length += line.len();
        }
        normal
    }

    /// A text of the reference as it is compared. `None` if nothing is left of it.
    pub fn as_compared<'a>(&self, text: &'a str) -> Option<Cow<'a, str>> {
        if !self.replaces() {
            return Some(Cow::Borrowed(text));
        }
        let (signs, patterns) = if self.patterns { self.without_patterns(text) } else { Default::default() };
        let text = if patterns.is_empty() { text } else { &signs };
        let normal = self.normal(text.as_bytes(), usize::MAX);
        let is_gone = normal.text.is_empty() && !text.is_empty();
        let normal = String::from_utf8_lossy(&normal.text).into_owned();
        let with = |text: String, (sign, pattern): (char, &str)| text.replace(sign, pattern);
        (!is_gone).then(|| Cow::Owned((PLACES..).zip(patterns).fold(normal, with)))
    }

    /// A text with a sign in place of each pattern, so that nothing in them is replaced, and the patterns.
    fn without_patterns<'a>(&self, text: &'a str) -> (String, Vec<&'a str>) {
        let (mut signs, mut patterns, mut here) = (String::new(), Vec::new(), 0);
        for (place, sign) in text.char_indices() {
            if place < here {
                continue;
            }
            let pattern = self.pattern_at(text.as_bytes(), place).filter(|_| patterns.len() < MOST_PLACES);
            here = place + pattern.as_ref().map_or(sign.len_utf8(), |pattern| pattern.length);
            signs.extend((PLACES..).nth(patterns.len()).filter(|_| pattern.is_some()).or(Some(sign)));
            patterns.extend(pattern.map(|_| &text[place..here]));
        }
        (signs, patterns)
    }

    fn replaced(&self, line: &[u8]) -> Vec<u8> {
        self.replace.iter().fold(line.to_vec(), |line, Replacement { pattern, with }| {
            pattern.0.replace_all(&line, with.as_bytes()).into_owned()
        })
    }

    /// A text in each way to choose that is left, and what is chosen then: of each list a text, or none so far.
    pub fn spellings<'a>(&self, text: &'a str, chosen: &[Option<usize>]) -> Vec<Spelling<'a>> {
        let mut all = vec![(Cow::Borrowed(text), chosen.to_vec())];
        for (list, texts) in self.choose.iter().enumerate() {
            let places = chosen[list].map_or(0..texts.len(), |chosen| chosen..chosen + 1);
            let spelled = |one: Spelling<'a>| {
                let with = |place: usize| {
                    let text = self.choosing(list, place, &one.0)?.into_owned();
                    let mut chosen = one.1.clone();
                    chosen[list] = Some(place);
                    Some((Cow::Owned(text), chosen))
                };
                let spelled: Vec<_> = places.clone().filter_map(with).collect();
                // A list that it has no text of leaves it as it is.
                if spelled.is_empty() { vec![one] } else { spelled }
            };
            all = all.into_iter().flat_map(spelled).collect();
        }
        all
    }

    /// A text with another choice from a list: the first text of the list, where it stands by itself and is not a part of a
    /// word, is replaced by the one at this place. None if it does not occur.
    pub(super) fn choosing<'a>(&self, list: usize, place: usize, text: &'a str) -> Option<Cow<'a, str>> {
        let (first, chosen) = (&self.choose[list][0], &self.choose[list][place]);
        let mut changed = String::new();
        let mut rest = 0;
        // A prompt of signs that may be missing stands at the beginning of a line, behind another one, or at the end of an answer:
        // elsewhere the same signs mean something else.
        let is_of_signs = first.ends_with(' ') && !first.contains(char::is_alphanumeric);
        let is_prompt = is_of_signs && self.choose[list].iter().any(String::is_empty);
        for (at, _) in text.match_indices(first.as_str()) {
            let end = at + first.len();
            let asks = rest == at || text[..at].ends_with('\n') || end == text.len();
            if stands_alone(text, at, end) && (asks || !is_prompt) {
                changed.push_str(&text[rest..at]);
                changed.push_str(chosen);
                rest = end;
            }
        }
        (rest > 0).then(|| Cow::Owned(changed + &text[rest..]))
    }

    /// Whether nothing is left of a text that is more than an empty line.
    pub fn ignores(&self, text: &[u8]) -> bool {
        self.replaces() && self.normal(text, usize::MAX).text.iter().all(|byte| b"\r\n".contains(byte))
    }

    /// The length of the line at the beginning of a text, with its end, if it is not empty and nothing is left of it.
    pub(crate) fn ignored_line(&self, text: &[u8]) -> Option<usize> {
        let end = text.iter().position(|byte| *byte == b'\n').filter(|_| self.replaces())?;
        let body = text[..end].strip_suffix(b"\r").unwrap_or(&text[..end]);
        (!body.is_empty() && self.replaced(body).is_empty()).then_some(end + 1)
    }

    /// Whether a line may change places with its neighbours that may, too.
    pub fn may_move(&self, line: &[u8]) -> bool {
        self.unordered.iter().any(|pattern| pattern.occurs_in(line))
    }

    /// Whether two texts of a reference count as the same.
    pub fn are_alike(&self, one: &str, other: &str) -> bool {
        let may_vary = self.replaces() || !self.unordered.is_empty();
        one == other || (may_vary && self.folded(one) == self.folded(other))
    }
}

/// Whether a part of a text neither begins nor ends within a word.
fn stands_alone(text: &str, from: usize, to: usize) -> bool {
    let is_cut = |before: Option<char>, after: Option<char>| {
        before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
    };
    let around = |at: usize| (text[..at].chars().next_back(), text[at..].chars().next());
    let ((one, two), (three, four)) = (around(from), around(to));
    !is_cut(one, two) && !is_cut(three, four)
}

/// A freedom that has no more to it than its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[derive(strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Freedom {
    Newlines,
    Case,
    Spaces,
}

impl Freedoms {
    pub fn of(named: &[Freedom], replace: Vec<Replacement>) -> Freedoms {
        let has = |freedom| named.contains(&freedom);
        let [newlines, case, spaces] = [Freedom::Newlines, Freedom::Case, Freedom::Spaces].map(has);
        Freedoms { newlines, case, spaces, replace, ..Freedoms::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_does_not_touch_parts_of_words() {
        let lists = [["no", "n"], [", ", "; "]].map(|list| list.map(str::to_owned).to_vec());
        let freedoms = Freedoms { choose: lists.to_vec(), ..Freedoms::default() };
        assert_eq!(freedoms.choosing(0, 1, "no, known: no").as_deref(), Some("n, known: n"));
        assert_eq!(freedoms.choosing(0, 1, "known, now"), None);
        assert_eq!(freedoms.choosing(1, 1, "a, b, c").as_deref(), Some("a; b; c"));
        assert_eq!(freedoms.choosing(1, 0, "a, b").as_deref(), Some("a, b"));
        let prompt = Freedoms { choose: vec![vec!["> ".to_owned(), String::new()]], ..Freedoms::default() };
        assert_eq!(prompt.choosing(0, 1, "> > 3 > 2\n> ").as_deref(), Some("3 > 2\n"));
        assert_eq!(prompt.choosing(0, 1, "3 > 2"), None, "it asks nothing there");
        assert_eq!(prompt.choosing(0, 1, "Hello! > ").as_deref(), Some("Hello! "));
    }

    #[test]
    fn nothing_is_replaced_within_patterns() {
        let replace = vec![Replacement { pattern: TextPattern::read(r"\d+").unwrap(), with: "N".into() }];
        let freedoms = Freedoms { patterns: true, replace, ..Freedoms::default() };
        let compared = freedoms.as_compared("id {{[a-f]{2}}} t 5").unwrap();
        assert_eq!(compared, "id {{[a-f]{2}}} t N");
        assert_eq!(freedoms.lengths(&compared, b"id ab t 6"), [9]);
    }

    #[test]
    fn a_text_is_spelled_in_each_way_that_is_left() {
        let spelled = |lists: &[&[&str]], text: &str, chosen: &[Option<usize>]| {
            let choose = lists.iter().map(|list| list.iter().map(|text| (*text).to_owned()).collect());
            let freedoms = Freedoms { choose: choose.collect(), ..Freedoms::default() };
            let spellings = freedoms.spellings(text, chosen).into_iter();
            spellings.map(|(text, chosen)| (text.into_owned(), chosen)).collect::<Vec<_>>()
        };
        let spelling = |text: &str, chosen: &[Option<usize>]| (text.to_owned(), chosen.to_vec());
        let lists: [&[&str]; 2] = [&["yes", "y"], &[",", ";"]];
        assert_eq!(
            spelled(&lists, "yes, no", &[None, Some(1)]),
            [spelling("yes; no", &[Some(0), Some(1)]), spelling("y; no", &[Some(1), Some(1)])]
        );
        assert_eq!(spelled(&lists, "no", &[None, Some(1)]), [spelling("no", &[None, Some(1)])]);
        // One list may have what another begins with: a text that has it not stays as it is.
        let lists: [&[&str]; 2] = [&["yes", "no"], &["no", "n"]];
        assert_eq!(
            spelled(&lists, "yes", &[None, None]),
            [
                spelling("yes", &[Some(0), None]),
                spelling("no", &[Some(1), Some(0)]),
                spelling("n", &[Some(1), Some(1)]),
            ]
        );
    }

    fn replacing(pairs: &[(&str, &str)]) -> Freedoms {
        let replace = pairs.iter().map(|(pattern, with)| Replacement::read(pattern, with).unwrap());
        Freedoms { replace: replace.collect(), ..Freedoms::default() }
    }

    #[test]
    fn a_pattern_that_compares_nothing_is_refused() {
        for (bad, why) in [
            (".*", "matches every line, so nothing would be compared"),
            (".+", "matches every line, so nothing would be compared"),
            ("(.|\\n)+", "matches every line, so nothing would be compared"),
            ("^$", "matches empty lines; `newlines"),
            ("", "also matches where nothing is"),
            ("x?", "also matches where nothing is"),
            ("(", "is no pattern"),
        ] {
            let message = Replacement::read(bad, "").expect_err(bad);
            assert!(message.contains(why), "{bad}: {message}");
        }
        for good in ["\\d+ ms", "^DEBUG", "[0-9]+", "please .*"] {
            assert_eq!(Replacement::read(good, "").unwrap().pattern.source(), good);
        }
        // Where lines may only change places, they are compared all the same.
        assert!(TextPattern::read("").is_ok() && TextPattern::read("^.*$").is_ok());
    }

    #[test]
    fn replacements_are_made_in_order_within_lines() {
        let freedoms = replacing(&[(r"(\d+) ms", "$1 s"), (r"^1 s$", "one"), ("^DEBUG.*", "")]);
        let normal = |text: &'static str| freedoms.as_compared(text);
        assert_eq!(normal("1 ms\n12 ms\n").as_deref(), Some("one\n12 s\n"));
        assert_eq!(normal("a\nDEBUG 5\nb").as_deref(), Some("a\nb"));
        assert_eq!(normal("DEBUG 5\n"), None);
        assert_eq!(normal("\n\n").as_deref(), Some("\n\n"));
        assert_eq!(normal("1 ms\r\n").as_deref(), Some("one\r\n"));
        assert!(freedoms.are_alike("DEBUG 1\n5 ms", "DEBUG 2\n5 s") && !freedoms.are_alike("5 ms", "6 ms"));
    }

    #[test]
    fn a_place_is_found_again_in_the_text_that_it_comes_from() {
        let freedoms = replacing(&[("[0-9]+", "N"), ("^DEBUG.*", "")]);
        let normal = freedoms.normal(b"DEBUG 1\nabc 123 def\nxyz", 2);
        assert_eq!(normal.text, b"abc N def\nxyz");
        let origins = [0, 3, 4, 5, 9, 10, 12].map(|at| normal.origin(at));
        assert_eq!(origins, [8, 11, 12, 15, 19, 20, 22]);
        assert_eq!(normal.origin(normal.text.len()), 23);
    }
}
