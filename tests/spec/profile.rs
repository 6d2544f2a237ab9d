//! What the golf profile lets through and what it does not, tried at every place of real games.
//!
//! A variation is made of pieces of the reference's own output, so that each place where something
//! may differ is known. A change of one byte is judged by a second reading of the rules, kept as
//! simple as can be: [`canonical`] takes away every new-line that may be missing, and two outputs
//! conform alike if what is left is the same.

use proptest::prelude::*;
use referee::dialect::Dialect;
use referee::game::Position as _;
use referee::game::tictactoe::Position;
use referee::session::Event;
use referee::transcript::{ExpectedTranscript, Kind, Profile, Transcript, compare};

const GAME: Dialect = Dialect::Tictactoe;

fn inputs(lines: &[&str]) -> Vec<Vec<u8>> {
    lines.iter().map(|line| line.as_bytes().to_vec()).collect()
}

fn expected(lines: &[Vec<u8>]) -> ExpectedTranscript {
    ExpectedTranscript::scored(&GAME, lines)
}

fn is_accepted(expected: &ExpectedTranscript, output: &[u8]) -> bool {
    compare(expected, output, Profile::Golf).is_none()
}

/// Every `step`-th game, with a bad line before its third move and a line after its end.
fn games(step: usize) -> Vec<Vec<Vec<u8>>> {
    fn walk(position: &Position, moves: &mut Vec<Vec<u8>>, games: &mut Vec<Vec<Vec<u8>>>) {
        if position.outcome().is_some() {
            return games.push(moves.clone());
        }
        for square in position.moves() {
            moves.push(square.number().to_string().into());
            walk(&position.play(square).unwrap(), moves, games);
            moves.pop();
        }
    }
    let mut games = Vec::new();
    walk(&Position::start(), &mut Vec::new(), &mut games);
    let with_bad = |(index, mut game): (usize, Vec<Vec<u8>>)| {
        game.insert(2, [&b"9"[..], b"a", b"-1"][index % 3].to_vec());
        game.push(b"0".to_vec());
        game
    };
    games.into_iter().step_by(step).enumerate().map(with_bad).collect()
}

fn step() -> usize {
    if cfg!(debug_assertions) { 2551 } else { 251 }
}

/// The reference's output as words and the new-lines that must follow them.
fn texts(expected: &ExpectedTranscript) -> Vec<(Event, Vec<u8>)> {
    let events = expected.steps().iter().flat_map(|step| step.events.clone());
    let text = |event: Event| {
        let mut text = Vec::new();
        GAME.write(&event, &mut text);
        (event, text)
    };
    events.map(text).collect()
}

#[test]
fn new_lines_are_free_at_each_allowed_place() {
    for game in games(step()) {
        let expected = expected(&game);
        let texts = texts(&expected);
        for place in 0..=texts.len() {
            // Between a bad line's answer and its prompt, before and after boards and messages:
            // everywhere but before a word that stands on the same line, and there is none.
            for newline in ["\n", "\r\n", "\n\n\n"] {
                let mut output = Vec::new();
                for (index, (_, text)) in texts.iter().enumerate() {
                    if index == place {
                        output.extend_from_slice(newline.as_bytes());
                    }
                    output.extend_from_slice(text);
                }
                if place == texts.len() {
                    output.extend_from_slice(newline.as_bytes());
                }
                assert!(is_accepted(&expected, &output), "{:?}", String::from_utf8_lossy(&output));
            }
        }
    }
}

#[test]
fn golf_accepts_every_choice_of_liberties() {
    for game in games(step()) {
        let (expected, exact) = (expected(&game), ExpectedTranscript::strict(&GAME, &game));
        for choice in 0..8 {
            let (again, last, crlf) = (choice & 1 > 0, choice & 2 > 0, choice & 4 > 0);
            let mut output = Vec::new();
            for step in expected.steps() {
                for event in &step.events {
                    if matches!(event, Event::GameEnded(_)) && last {
                        GAME.write(&step.board, &mut output);
                    }
                    GAME.write(event, &mut output);
                    if matches!(event, Event::InputRefused(_)) && again {
                        GAME.write(&step.board, &mut output);
                    }
                }
            }
            let text = String::from_utf8(output).unwrap();
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            assert!(is_accepted(&expected, text.as_bytes()), "{text}");
            let is_exact = compare(&exact, text.as_bytes(), Profile::Exact).is_none();
            assert_eq!(is_exact, text.as_bytes() == exact.text(), "{text}");
        }
    }
}

/// An output without what may be missing or there: CR before LF, new-lines at the beginning and the
/// end, after a prompt, and all but one of any others that do not stand inside a board. It knows
/// boards only as three rows of three cells.
fn canonical(output: &[u8]) -> Vec<Vec<u8>> {
    let text: Vec<u8> = String::from_utf8_lossy(output).replace("\r\n", "\n").into_bytes();
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = word(rest);
        let last = words.last().map(Vec::as_slice);
        if rest[0] == b'\n' {
            if !matches!(last, None | Some(b"\n" | b"X> " | b"O> ")) {
                words.push(b"\n".to_vec());
            }
        } else {
            words.push(rest[..length].to_vec());
        }
        at += length;
    }
    while words.last().is_some_and(|word| word == b"\n") {
        words.pop();
    }
    words
}

fn word(rest: &[u8]) -> usize {
    let texts = [&b"X> "[..], b"O> ", b"invalid.", b"X won.", b"O won.", b"tie."];
    if let Some(text) = texts.into_iter().find(|text| rest.starts_with(text)) {
        return text.len();
    }
    let is_cell = |&byte: &u8| b".XO".contains(&byte);
    let is_board = rest.len() >= 11
        && (0..11).all(|at| if at % 4 == 3 { rest[at] == b'\n' } else { is_cell(&rest[at]) });
    if is_board { 11 } else { 1 }
}

/// Every output that differs in one small thing from another.
fn slips(output: &[u8]) -> Vec<Vec<u8>> {
    const FOREIGN: [&[u8]; 7] = [b" ", b"\0", b"\xef\xbb\xbf", b"\x1b[0m", b"\t", b"\r", b"\n"];
    let mut slips = Vec::new();
    for at in 0..=output.len() {
        let (left, right) = output.split_at(at);
        slips.extend(FOREIGN.map(|foreign| [left, foreign, right].concat()));
        let Some((&byte, rest)) = right.split_first() else { continue };
        slips.push([left, rest].concat());
        slips.push([left, &[byte], right].concat());
        let other_case =
            if byte.is_ascii_lowercase() { byte.to_ascii_uppercase() } else { byte.to_ascii_lowercase() };
        slips.push([left, &[other_case], rest].concat());
        if let Some((&next, tail)) = rest.split_first() {
            slips.push([left, &[next, byte], tail].concat());
        }
    }
    slips
}

/// Whether an output is one that the golf profile lets through, by the second reading: the
/// reference's words, but for boards after `invalid.` and before the result.
fn conforms(expected: &ExpectedTranscript, output: &[u8]) -> bool {
    let variants = (0..4).map(|choice| {
        let mut text = Vec::new();
        for step in expected.steps() {
            for event in &step.events {
                if matches!(event, Event::GameEnded(_)) && choice & 1 > 0 {
                    GAME.write(&step.board, &mut text);
                }
                GAME.write(event, &mut text);
                if matches!(event, Event::InputRefused(_)) && choice & 2 > 0 {
                    GAME.write(&step.board, &mut text);
                }
            }
        }
        text
    });
    let found = canonical(output);
    variants.into_iter().any(|variant| canonical(&variant) == found)
}

#[test]
fn a_slip_is_refused_unless_it_stays_inside_the_tolerance() {
    let (mut refused, mut accepted) = (0, 0);
    for game in games(step() * 9) {
        let expected = expected(&game);
        for slip in slips(&expected.text()) {
            let is_right = conforms(&expected, &slip);
            assert_eq!(is_accepted(&expected, &slip), is_right, "{:?}", String::from_utf8_lossy(&slip));
            *(if is_right { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(refused > 5 * accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

#[test]
fn a_board_where_none_may_be_is_refused() {
    for game in games(step()) {
        let expected = expected(&game);
        let texts = texts(&expected);
        let mut board = Vec::new();
        GAME.write(&expected.steps()[0].board, &mut board);
        for place in 0..=texts.len() {
            let mut output: Vec<u8> = texts[..place].iter().flat_map(|(_, text)| text.clone()).collect();
            output.extend_from_slice(&board);
            output.extend(texts[place..].iter().flat_map(|(_, text)| text.clone()));
            assert!(!is_accepted(&expected, &output), "{:?}", String::from_utf8_lossy(&output));
        }
    }
}

#[test]
fn no_two_transcripts_become_equal() {
    let games = games(step() * 4);
    let transcripts: Vec<_> = games.iter().map(|game| expected(game)).collect();
    for (one, expected) in transcripts.iter().enumerate() {
        for (other, output) in transcripts.iter().enumerate() {
            let is_same = expected.text() == output.text();
            for profile in [Profile::Golf, Profile::Exact] {
                assert_eq!(compare(expected, &output.text(), profile).is_none(), is_same, "{one} {other}");
            }
        }
    }
}

#[test]
fn all_games_differ_without_new_lines() {
    let mut seen = std::collections::HashMap::new();
    for game in games(if cfg!(debug_assertions) { 61 } else { 1 }) {
        let text = expected(&game).text();
        let former = seen.insert(canonical(&text), text.clone());
        assert!(former.is_none_or(|former| former == text));
    }
}

#[test]
fn an_empty_line_may_be_met_with_silence_but_nothing_else_may() {
    let silent = expected(&inputs(&["6", "4", "0", "3", "1", "5"])).text();
    assert!(is_accepted(&expected(&inputs(&["6", "", "4", "0", "3", "", "1", "5"])), &silent));
    assert!(!is_accepted(&expected(&inputs(&["6", "a", "4", "0", "3", "1", "5"])), &silent));
}

fn outputs() -> impl Strategy<Value = Vec<u8>> {
    let words = ["X> ", "O> ", "invalid.", "\n", "\r\n", "\r", "...", "X.O", "X won.", "O won.", "tie.", "."];
    let word = prop_oneof![
        9 => proptest::sample::select(words.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..3),
    ];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.concat())
}

proptest! {
    #[test]
    fn parsing_covers_any_output_without_gaps(output in prop_oneof![outputs(), proptest::collection::vec(any::<u8>(), 0..300)]) {
        let transcript = Transcript::parse(&GAME, &output);
        let mut at = 0;
        for item in transcript.items() {
            prop_assert_eq!(item.at.start, at);
            prop_assert!(item.at.end > at);
            at = item.at.end;
        }
        prop_assert_eq!(at, output.len());
        let neighbours = transcript.items().windows(2);
        prop_assert!(!neighbours.into_iter().any(|two| two.iter().all(|item| item.kind == Kind::Unknown)));
    }

    #[test]
    fn comparing_is_total_and_points_into_the_output(
        output in outputs(),
        lines in proptest::collection::vec(proptest::sample::select(vec!["0", "1", "2", "4", "8", "9", "a", "", "04"]), 0..12),
    ) {
        let lines = inputs(&lines);
        for (expected, profile) in [
            (ExpectedTranscript::scored(&GAME, &lines), Profile::Golf),
            (ExpectedTranscript::strict(&GAME, &lines), Profile::Exact),
        ] {
            if let Some(divergence) = compare(&expected, &output, profile) {
                prop_assert!(divergence.at <= output.len());
                prop_assert!(divergence.step < expected.steps().len());
            }
            prop_assert_eq!(compare(&expected, &expected.text(), profile), None);
        }
    }
}
