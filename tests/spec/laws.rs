//! Laws that tie the words to the rules: what is written is read, and the reference is the measure
//! it is held to.

use proptest::prelude::*;
use referee::dialect::{Dialect, Lines};
use referee::game::Position as _;
use referee::game::tictactoe::Position;
use referee::play;
use referee::session::Event;
use referee::transcript::{Kind, Script, Tolerance, Transcript, compare};

const DIALECT: Dialect = Dialect::Tictactoe;

/// All that may be said at a position: the turn or the end, with and without a final board.
fn events_at(position: &Position) -> Vec<Event> {
    let board = Event::BoardShown(position.board());
    match position.outcome() {
        None => vec![
            board,
            Event::MoveAsked(position.turn()),
            Event::InputRefused,
            Event::MoveAsked(position.turn()),
        ],
        Some(outcome) => vec![board, Event::GameEnded(outcome), Event::GameEnded(outcome)],
    }
}

#[test]
fn what_is_written_is_read_over_the_whole_game_graph() {
    let mut left = vec![Position::start()];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = left.pop() {
        let events = events_at(&position);
        let mut text = Vec::new();
        events.iter().for_each(|event| DIALECT.write(event, &mut text));
        let transcript = Transcript::parse(DIALECT, &text);
        assert!(transcript.items().iter().all(|item| item.kind != Kind::Unknown));
        assert_eq!(transcript.events().cloned().collect::<Vec<_>>(), events);
        let nexts = position.moves().into_iter().map(|square| position.play(square).unwrap());
        left.extend(nexts.filter(|next| seen.insert(*next)));
    }
    assert_eq!(seen.len(), 5477);
}

/// Inputs of all kinds, legal moves most often.
fn inputs() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let digit = (b'0'..=b'8').prop_map(|digit| vec![digit]);
    let odd =
        prop::sample::select(vec!["9", "10", "-1", "a", "", "?"]).prop_map(|line| line.as_bytes().to_vec());
    let input = prop_oneof![6 => digit, 1 => odd];
    prop::collection::vec(input, 0..40)
}

proptest! {
    #[test]
    fn a_transcript_covers_any_output_without_gaps(output in prop::collection::vec(any::<u8>(), 0..200)) {
        let transcript = Transcript::parse(DIALECT, &output);
        let mut end = 0;
        for item in transcript.items() {
            prop_assert_eq!(item.at.start, end);
            prop_assert!(item.at.end > item.at.start);
            end = item.at.end;
        }
        prop_assert_eq!(end, output.len());
    }

    #[test]
    fn the_reference_conforms_to_itself_and_to_its_script(inputs in inputs()) {
        let mut output = Vec::new();
        let settings = play::Settings { dialect: DIALECT, final_board: false };
        play::from_inputs(settings, &inputs, &mut output).unwrap();
        let script = Script::strict(DIALECT, &inputs);
        prop_assert_eq!(&output, &script.text());
        for tolerance in [Tolerance::Golf, Tolerance::Exact] {
            prop_assert_eq!(compare(&script, &output, tolerance), None);
        }
    }

    #[test]
    fn a_stream_of_lines_plays_as_the_list_of_its_inputs(inputs in inputs()) {
        let text: Vec<u8> = inputs.iter().flat_map(|input| [input, &b"\n"[..]]).flatten().copied().collect();
        prop_assert_eq!(Lines::split(&text), inputs.clone());
        let settings = play::Settings { dialect: DIALECT, final_board: true };
        let (mut streamed, mut listed) = (Vec::new(), Vec::new());
        play::from_reader(settings, &text[..], &mut streamed).unwrap();
        play::from_inputs(settings, &inputs, &mut listed).unwrap();
        prop_assert_eq!(streamed, listed);
    }

    #[test]
    fn comparing_is_total_and_points_into_the_output(inputs in inputs(), output in "[.XO\n\r> a-z]{0,80}") {
        let script = Script::scored(DIALECT, &inputs);
        for tolerance in [Tolerance::Golf, Tolerance::Exact] {
            if let Some(divergence) = compare(&script, output.as_bytes(), tolerance) {
                prop_assert!(divergence.at <= output.len());
                prop_assert!(divergence.step < script.steps().len());
            }
        }
    }
}
