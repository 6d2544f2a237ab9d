//! Players: what every one of them must do, how strong ours are, and what programs lose by.

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use referee::dialect::Dialect;
use referee::dialect::reversi::Table;
use referee::game::{Outcome, Position as _, Side, reversi};
use referee::play::{Settings, from_inputs};
use referee::player::series::Series;
use referee::player::table::{self, End, MatchRules, Played};
use referee::player::{Clock, Contestant, Forfeit, PlayConditions, PlayerKind};
use referee::process::{Command, Interrupt, Isolation};

fn board(name: &str) -> Dialect {
    Dialect::Reversi(Table::of(reversi::find(name).unwrap()))
}

fn rules(dialect: &Dialect) -> MatchRules {
    MatchRules {
        dialect: dialect.clone(),
        clock: None,
        asks_again: false,
        interrupt: None,
        opening: Vec::new(),
    }
}

fn contestant(kind: &str) -> Contestant {
    let kind: PlayerKind = kind.parse().unwrap();
    let command = match &kind {
        PlayerKind::Program(words) => Some(Command::new(&words[0], &words[1..])),
        _ => None,
    };
    Contestant { name: kind.to_string(), kind, lines: Vec::new(), command }
}

fn play(rules: &MatchRules, seats: &[&str], seed: u64) -> Played {
    seen(rules, seats, seed, &mut io::sink())
}

fn seen(rules: &MatchRules, seats: &[&str], seed: u64, screen: &mut dyn io::Write) -> Played {
    let (interrupt, _tell) = Interrupt::by_hand().unwrap();
    let conditions =
        PlayConditions { isolation: Isolation::none(), wall: Duration::from_secs(120), interrupt };
    let contestants = seats.iter().map(|seat| contestant(seat));
    let mut players: Vec<_> =
        (seed..).zip(contestants).map(|(seed, one)| one.player(&conditions, seed)).collect();
    table::play(rules, &mut players, screen).unwrap()
}

/// The moves of a game are legal one after the other, and lead to the end that was told; and what was seen is, but
/// for the moves behind the prompts, what a game of these inputs prints.
fn assert_play_a_whole_game(rules: &MatchRules, seats: &[&str], seed: u64) {
    let mut transcript = Vec::new();
    let played = seen(rules, seats, seed, &mut transcript);
    let dialect = &rules.dialect;
    let (mut position, mut inputs) = (dialect.start().unwrap(), Vec::new());
    for &(side, cell) in &played.moves {
        assert_eq!(position.turn(), side);
        if position.automatic() != Some(cell) {
            inputs.push(dialect.square_name(cell).into_bytes());
        }
        position = position.play(cell).unwrap();
        // Elsewhere nobody says that they pass.
        if *dialect == Dialect::Othello && !position.passed().is_empty() {
            inputs.push(Vec::new());
        }
    }
    let lines = inputs.iter().flat_map(|line| [line, &b"\n"[..]]).flatten().copied();
    assert_eq!(played.inputs, lines.collect::<Vec<u8>>());
    assert_eq!(Some(&played.end), position.outcome().map(End::Over).as_ref());
    let mut said = Vec::new();
    from_inputs(
        &Settings { dialect: dialect.clone(), final_board: true, ..Settings::default() },
        &inputs,
        &mut said,
    )
    .unwrap();
    assert_eq!(without_answers(dialect, &transcript, &inputs), String::from_utf8(said).unwrap());
}

/// A transcript without what was typed behind the prompts.
fn without_answers(dialect: &Dialect, transcript: &[u8], inputs: &[Vec<u8>]) -> String {
    let (mut rest, mut text) = (std::str::from_utf8(transcript).unwrap(), String::new());
    let prompts: Vec<_> =
        dialect.prompts().into_iter().map(|prompt| String::from_utf8(prompt).unwrap()).collect();
    for input in inputs {
        let typed = String::from_utf8(input.clone()).unwrap() + "\n";
        let end = prompts
            .iter()
            .filter_map(|prompt| Some(rest.find(&(prompt.clone() + &typed))? + prompt.len()))
            .min()
            .unwrap();
        text += &rest[..end];
        rest = &rest[end + typed.len()..];
    }
    text + rest
}

/// Where Python really lies: a version manager's shim does not work in the environment of a candidate.
fn real_python() -> Option<String> {
    let shim = which::which("python3").ok()?;
    let asked = std::process::Command::new(shim).args(["-c", "import sys; print(sys.executable)"]).output();
    let said = asked.ok().filter(|asked| asked.status.success())?;
    Some(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

/// The seat of the greedy bot, if there is Python for it.
fn bot() -> Option<String> {
    let python = real_python();
    if python.is_none() {
        crate::needs::leaves_out("Python", "apt-get install python3");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/bots");
    python.map(|python| format!("program:{python} {folder}/greedy.py"))
}

#[test]
fn every_player_plays_whole_games_in_every_seat() {
    let bot = bot();
    let programs: Vec<&str> = bot.iter().map(String::as_str).collect();
    let small = ["random", "greedy", "perfect", "search:depth=2", "search:time=1ms"];
    for (dialect, seats) in [
        (Dialect::Tictactoe, small.to_vec()),
        (Dialect::Marubatsu, small.to_vec()),
        (Dialect::Othello, vec!["random", "search:depth=2"]),
        (board("square-4"), [&small[..], &programs].concat()),
        (board("standard"), [&["greedy", "search:depth=2"][..], &programs].concat()),
        (board("octagon"), [&["random", "search:depth=2"][..], &programs].concat()),
    ] {
        let rules = rules(&dialect);
        for seat in seats {
            assert_play_a_whole_game(&rules, &[seat, "random"], 1);
            assert_play_a_whole_game(&rules, &["random", seat], 2);
        }
    }
}

#[test]
fn three_play_on_every_board_for_three() {
    for name in ["three-colour", "wildcard", "cut-in", "bomb"] {
        let rules = rules(&board(name));
        assert_play_a_whole_game(&rules, &["random", "greedy", "search:depth=1"], 3);
    }
}

#[test]
fn perfect_players_never_lose_and_draw_each_other() {
    let rules = rules(&Dialect::Tictactoe);
    assert_eq!(play(&rules, &["perfect", "perfect"], 0).end, End::Over(Outcome::Tie));
    for seed in 0..20 {
        let first = play(&rules, &["perfect", "random"], seed).end;
        let second = play(&rules, &["random", "perfect"], seed).end;
        assert_ne!(first, End::Over(Outcome::Won(Side::SECOND)));
        assert_ne!(second, End::Over(Outcome::Won(Side::FIRST)));
    }
}

/// The game of sixteen squares is a win for the second player by 11 to 3.
#[test]
fn the_smallest_board_is_solved() {
    let played = play(&rules(&board("square-4")), &["perfect", "perfect"], 0);
    assert_eq!(played.position.score(), [3, 11]);
}

#[test]
fn a_search_beats_the_greedy_from_both_sides() {
    let rules = rules(&board("standard"));
    let won = |seats: [&str; 2], side: Side| {
        let games = (0..20).map(|seed| play(&rules, &seats, seed).end);
        games.filter(|end| *end == End::Over(Outcome::Won(side))).count()
    };
    assert!(won(["search:depth=3", "greedy"], Side::FIRST) >= 19);
    assert!(won(["greedy", "search:depth=3"], Side::SECOND) >= 19);
}

/// The levels in the browser are those that the documentation has the figures of, and each is a step.
#[test]
fn medium_wins_most_games_against_easy_and_some_against_hard() {
    let (page, docs) =
        (include_str!("../../crates/http/page/people.js"), include_str!("../../docs/players.md"));
    let levels: Vec<_> = page.split('"').filter(|text| text.starts_with("search:")).collect();
    let [easy, medium, hard] = levels[..] else { panic!("{levels:?}") };
    assert!(levels.iter().all(|level| docs.contains(&format!("`{level}`"))), "{levels:?}");
    let rules = rules(&board("square-6"));
    let won = |other| {
        let (interrupt, _tell) = Interrupt::by_hand().unwrap();
        let conditions =
            PlayConditions { isolation: Isolation::none(), wall: Duration::from_secs(120), interrupt };
        let contestants = vec![contestant(medium), contestant(other)];
        let series =
            Series { rules: rules.clone(), contestants, conditions, games: 60, opening: None, seed: 1 };
        let results = series.play(None, NonZeroUsize::MIN).unwrap().to_string();
        let rate = results.rsplit_once(" %").unwrap().0.rsplit(' ').next().unwrap();
        rate.parse::<f64>().unwrap()
    };
    let (against_easy, against_hard) = (won(easy), won(hard));
    assert!((75.0..95.0).contains(&against_easy) && (5.0..30.0).contains(&against_hard));
}

/// How a program of this shell script fares as the first player.
fn fares(script: &str, rules: &MatchRules) -> End {
    let seat = format!("program:sh -c {}", shlex::try_quote(script).unwrap());
    play(rules, &[&seat, "random"], 1).end
}

#[test]
fn what_a_program_does_wrong_loses_the_game_for_that_reason() {
    let rules = rules(&board("standard"));
    let asked = |act: &str| format!(r#"while read -r line; do [ "$line" != ">" ] || {act}; done"#);
    let lost = |act: &str| match fares(&asked(act), &rules) {
        End::Forfeited(Side::FIRST, why) => why,
        end => panic!("{act}: {end:?}"),
    };
    assert_eq!(lost("echo a1"), Forfeit::Illegal("a1".to_owned()));
    assert_eq!(lost("echo hello"), Forfeit::Unreadable("hello".to_owned()));
    assert_eq!(lost("exit 3"), Forfeit::Gone("exit status 3".to_owned()));
    assert_eq!(lost("kill -SEGV $$"), Forfeit::Gone("ended by SIGSEGV".to_owned()));
    assert_eq!(lost("{ echo why >&2; exit 1; }"), Forfeit::Gone("exit status 1: why".to_owned()));
}

#[test]
fn nobody_is_asked_for_the_moves_of_an_opening() {
    let dialect = board("standard");
    let opening = ["f5", "d6", "c3"].map(|line| dialect.cell(line.as_bytes()).unwrap());
    let rules = MatchRules { opening: opening.to_vec(), ..rules(&dialect) };
    let Some(program) = bot() else { return };
    assert_play_a_whole_game(&rules, &["random", &program], 1);
    assert_play_a_whole_game(&rules, &[&program, "random"], 1);
}

#[test]
fn silence_beyond_the_clock_loses() {
    let clock = Clock { base: Duration::from_millis(300), increment: Duration::ZERO };
    let rules = MatchRules { clock: Some(clock), ..rules(&board("standard")) };
    assert_eq!(fares("cat >/dev/null", &rules), End::Forfeited(Side::FIRST, Forfeit::Late));
}

/// Games of the dialects that have words for more than moves.
#[test]
fn who_resigns_has_lost_and_who_breaks_off_forfeits() {
    let says = |dialect, prompt: &str, words: &str| {
        let script =
            format!(r#"while read -r line; do case "$line" in "{prompt}"*) echo {words}; esac; done"#);
        fares(&script, &rules(dialect))
    };
    let (o, black) = ("\\\"o\\\" to play", "内容?->");
    let resigned = says(&Dialect::Marubatsu, o, "resign");
    assert_eq!(resigned, End::Over(Outcome::Won(Side::SECOND)));
    let broken_off = End::Forfeited(Side::FIRST, Forfeit::Aborted);
    assert_eq!(says(&Dialect::Marubatsu, o, "abort"), broken_off);
    assert_eq!(says(&Dialect::Othello, black, "."), broken_off);
    // To look whether there is news is no mistake, and no move.
    let looks = says(&Dialect::Othello, black, "");
    assert_eq!(looks, End::Forfeited(Side::FIRST, Forfeit::Illegal("100 times".to_owned())));
}

#[test]
fn repeated_illegal_moves_forfeit() {
    let rules = MatchRules { asks_again: true, ..rules(&board("standard")) };
    let end = fares(r#"while read -r line; do [ "$line" != ">" ] || echo a1; done"#, &rules);
    assert_eq!(end, End::Forfeited(Side::FIRST, Forfeit::Illegal("100 times".to_owned())));
}
