//! Laws that tie the words to the rules, the same for every dialect: what is written is read, and the
//! reference is the measure it is held to.

use proptest::prelude::*;
use referee::dialect::Dialect;
use referee::game::graph::Graph;
use referee::game::tictactoe::Position;
use referee::play;
use referee::session::Event;
use referee::transcript::{ExpectedTranscript, Kind, Profile, Transcript, compare};

/// What is said in a game, and the text of it.
fn told(dialect: &Dialect, inputs: &[Vec<u8>]) -> (Vec<Event>, Vec<u8>) {
    let mut referee = dialect.referee(true);
    let (mut events, mut text) = (referee.open(), Vec::new());
    events.iter().for_each(|event| dialect.write(event, &mut text));
    for input in inputs {
        let (answer, _) = referee.answer(input);
        dialect.write_answer(&answer, &mut text);
        events.extend(answer);
    }
    (events, text)
}

/// Whether a text is read as just these events, with nothing but new-lines between.
fn is_read_as(dialect: &Dialect, text: &[u8], events: &[Event]) -> bool {
    let transcript = Transcript::parse(dialect, text);
    let is_known = transcript.items().iter().all(|item| item.kind != Kind::Unknown);
    is_known && transcript.events().eq(events)
}

#[test]
fn what_is_written_is_read_over_the_whole_game_graph() {
    for (dialect, vocabulary) in Dialect::all().map(|dialect| (dialect.clone(), dialect.vocabulary())) {
        let Some(vocabulary) = vocabulary else { continue };
        let line = |square: u8| vocabulary.squares[usize::from(square)].as_bytes().to_vec();
        let lasts = [&[vocabulary.squares[0], vocabulary.bad[0], ""], vocabulary.endings].concat();
        let graph = Graph::explore(Position::start());
        let mut ways: Vec<Vec<Vec<u8>>> = vec![Vec::new(); graph.positions().len()];
        for transition in graph.transitions() {
            ways[transition.to] = [&ways[transition.from][..], &[line(transition.chosen.number())]].concat();
        }
        for way in ways {
            for last in &lasts {
                let (events, text) = told(&dialect, &[&way[..], &[last.as_bytes().to_vec()]].concat());
                assert!(is_read_as(&dialect, &text, &events), "{}", String::from_utf8_lossy(&text));
            }
        }
    }
}

/// Inputs of all kinds, legal moves most often.
fn inputs() -> impl Strategy<Value = (Dialect, Vec<Vec<u8>>)> {
    prop::sample::select(Dialect::all().to_vec()).prop_flat_map(|dialect| {
        let (legal, odd) = lines(&dialect);
        let input = prop_oneof![
            6 => prop::sample::select(legal).prop_map(String::into_bytes),
            1 => prop::sample::select(odd).prop_map(String::into_bytes),
        ];
        (Just(dialect), prop::collection::vec(input, 0..40))
    })
}

/// Lines that may be moves, and lines that are none or end the game.
fn lines(dialect: &Dialect) -> (Vec<String>, Vec<String>) {
    let owned = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
    if *dialect == Dialect::Othello {
        let legal = ["d3", "c4", "f5", "e6", "c3", "E3", "c5", "f4", "d6", "f6", "e7!", "c6", "b5", "g5"];
        return (owned(&legal), owned(&["", "", "d4", "z9", " d3", "b2\r", "f6\x1b[2J", "."]));
    }
    let mut odd = owned(&["", "b2\r", "hello"]);
    let Some(vocabulary) = dialect.vocabulary() else {
        let squares = ('a'..='h').flat_map(|column| (1..=8).map(move |row| format!("{column}{row}")));
        return (squares.collect(), odd);
    };
    odd.extend(owned(&[vocabulary.bad, vocabulary.endings].concat()));
    odd.retain(|line| !line.contains(','));
    (vocabulary.squares.map(str::to_owned).to_vec(), odd)
}

/// Any bytes, and pieces of what dialects print.
fn outputs() -> impl Strategy<Value = Vec<u8>> {
    let words = [
        "X> ",
        "invalid.",
        "tie.",
        "...\n",
        "\r\n",
        "\n",
        "\"o\" to play. > ",
        "\"x\" win !",
        "┏━━━┳",
        "内容?-> white ",
        "black:2 / white:2",
        "メッセージ受信。From:black d3",
        "   a b c d e f g h\n 1 □",
    ];
    let piece = prop_oneof![
        prop::sample::select(words.to_vec()).prop_map(|word| word.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..8),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_is_written_is_read_in_any_game((dialect, inputs) in inputs()) {
        let (events, text) = told(&dialect, &inputs);
        prop_assert!(is_read_as(&dialect, &text, &events));
    }

    #[test]
    fn a_transcript_covers_any_output_without_gaps(output in outputs()) {
        for dialect in Dialect::all() {
            let transcript = Transcript::parse(&dialect, &output);
            let mut end = 0;
            for item in transcript.items() {
                prop_assert_eq!(item.at.start, end);
                prop_assert!(item.at.end > item.at.start);
                end = item.at.end;
            }
            prop_assert_eq!(end, output.len());
        }
    }

    #[test]
    fn the_reference_conforms_to_itself_and_to_its_transcript((dialect, inputs) in inputs()) {
        let mut output = Vec::new();
        let settings = play::Settings { dialect: dialect.clone(), ..play::Settings::default() };
        play::from_inputs(&settings, &inputs, &mut output).unwrap();
        let expected = ExpectedTranscript::strict(&dialect, &inputs);
        prop_assert_eq!(&output, &expected.text());
        for profile in [Profile::Golf, Profile::Exact] {
            prop_assert_eq!(compare(&expected, &output, profile), None);
        }
    }

    #[test]
    fn a_stream_of_lines_plays_as_the_list_of_its_inputs((dialect, mut inputs) in inputs()) {
        inputs.retain(|input| !input.ends_with(b"\r"));
        let text: Vec<u8> = inputs.iter().flat_map(|input| [input, &b"\n"[..]]).flatten().copied().collect();
        prop_assert_eq!(dialect.split(&text), inputs.clone());
        let settings = play::Settings { dialect, final_board: true, ..play::Settings::default() };
        let (mut streamed, mut listed) = (Vec::new(), Vec::new());
        play::from_reader(&settings, &text[..], &mut streamed).unwrap();
        play::from_inputs(&settings, &inputs, &mut listed).unwrap();
        prop_assert_eq!(streamed, listed);
    }

    #[test]
    fn comparing_is_total_and_points_into_the_output((dialect, inputs) in inputs(), output in outputs()) {
        let expected = ExpectedTranscript::scored(&dialect, &inputs);
        for profile in [Profile::Golf, Profile::Exact] {
            if let Some(divergence) = compare(&expected, &output, profile) {
                prop_assert!(divergence.at <= output.len());
                prop_assert!(divergence.step < expected.steps().len());
            }
        }
    }
}
