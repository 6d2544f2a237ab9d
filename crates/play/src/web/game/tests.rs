use super::*;
use judging::dialect::{Dialect, reversi};
use judging::play::{Settings, from_inputs};

fn every_choice() -> Vec<Choice> {
    let boards = judging::game::reversi::names().into_iter().map(|board| Choice::Reversi { board });
    [Choice::Tictactoe, Choice::Marubatsu].into_iter().chain(boards).collect()
}

fn dialect(choice: &Choice) -> Dialect {
    match choice {
        Choice::Tictactoe => Dialect::Tictactoe,
        Choice::Marubatsu => Dialect::Marubatsu,
        Choice::Reversi { board } => {
            Dialect::Reversi(reversi::Table::of(judging::game::reversi::find(board).unwrap()))
        }
        Choice::Picture { picture } => {
            Dialect::Reversi(reversi::Table::of(judging::game::reversi::Game::parse(picture).unwrap()))
        }
    }
}

fn new(choice: Choice) -> Game {
    let players = Rules::of(&choice).unwrap().players();
    Game::new(choice, &vec!["you".to_owned(); players]).unwrap()
}

fn play(game: &mut Game, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    while game.turn().is_some() {
        let legal = &game.steps().last().unwrap().legal;
        let (_, line) = rng.choice(legal).expect("a game that is not over has moves").clone();
        game.play_line(&line).unwrap();
    }
}

#[test]
fn a_game_on_a_page_says_to_the_byte_what_a_terminal_says() {
    for choice in every_choice() {
        for seed in 0..20 {
            let mut game = new(choice.clone());
            play(&mut game, seed);
            let inputs: Vec<_> = game.lines().iter().map(|line| line.clone().into_bytes()).collect();
            let mut output = Vec::new();
            let settings = Settings { dialect: dialect(&choice), final_board: true, ..Settings::default() };
            assert!(from_inputs(&settings, &inputs, &mut output).unwrap());
            let shown: String = game.steps().iter().map(|step| step.text.as_str()).collect();
            assert_eq!(shown, String::from_utf8(output).unwrap(), "{choice:?} {seed}");
            let last = game.steps().last().unwrap();
            assert!(last.result.is_some() && last.legal.is_empty() && last.turn.is_none());
        }
    }
}

#[test]
fn the_board_that_is_drawn_is_the_session_s_after_every_line() {
    for choice in every_choice() {
        let mut game = new(choice.clone());
        play(&mut game, 7);
        let mut again = new(choice);
        for (line, step) in game.lines().iter().zip(&game.steps()[1..]) {
            again.play_line(line).unwrap();
            assert_eq!(again.referee.board(), again.position.board());
            assert_eq!(again.steps().last(), Some(step));
        }
        assert_eq!(again.referee.has_ended(), again.position.outcome().is_some());
    }
}

#[test]
fn an_illegal_line_is_refused_and_changes_nothing() {
    for (choice, words) in [
        (Choice::Tictactoe, "invalid."),
        (Choice::Marubatsu, "Invalid notation."),
        (Choice::Reversi { board: "standard".to_owned() }, "invalid."),
    ] {
        let mut game = new(choice);
        for line in ["", "z9", "d3\n", "e6 ", "04", "🂡", "\0"] {
            assert_eq!(game.play_line(line), Err(words.to_owned()), "{line:?}");
        }
        assert_eq!((game.version(), game.steps().len()), (0, 1));
    }
    let mut game = new(Choice::Marubatsu);
    game.play_line("b2").unwrap();
    let why = game.play_line("b2").unwrap_err();
    assert_eq!(why, "The action is rejected: The square has already been filled with \"o\".");
}

#[test]
fn every_move_that_is_offered_is_taken() {
    for choice in every_choice() {
        let game = new(choice.clone());
        for (cell, line) in &game.steps()[0].legal {
            let mut game = new(choice.clone());
            game.play_line(line).unwrap();
            assert_eq!(game.steps()[1].cell, Some(*cell));
        }
    }
}

#[test]
fn a_move_is_taken_back_with_all_that_came_after_it() {
    let mut game = new(Choice::Reversi { board: "three-colour".to_owned() });
    play(&mut game, 3);
    let (steps, lines) = (game.steps().to_vec(), game.lines().len());
    let last = steps.iter().rposition(|step| step.mover == Some(1)).unwrap();
    assert!(game.take_back(&[1]));
    assert_eq!(game.steps(), &steps[..last]);
    assert_eq!((game.lines().len(), game.version()), (last - 1, lines as u64 + 1));
    while game.take_back(&[0, 1, 2]) {}
    assert_eq!(game.steps(), &steps[..1]);
}

#[test]
fn who_resigns_has_lost_and_may_take_it_back() {
    let mut game = new(Choice::Marubatsu);
    game.play_line("b2").unwrap();
    game.play_line("resign").unwrap();
    let last = game.steps().last().unwrap();
    assert_eq!(last.result.as_deref(), Some("\"o\" win ! \"x\" resigned."));
    assert_eq!((last.winner, game.turn()), (Some(0), None));
    assert_eq!(game.play_line("a1"), Err("The game is over.".to_owned()));
    assert!(game.take_back(&[1]));
    assert_eq!(game.turn(), Some(Side::SECOND));
}

#[test]
fn passes_guests_and_the_line_that_won_are_told() {
    let mut game = new(Choice::Tictactoe);
    ["0", "3", "1", "4", "2"].iter().for_each(|line| game.play_line(line).unwrap());
    assert_eq!(game.steps().last().unwrap().row, [0, 1, 2]);
    let mut game = new(Choice::Picture { picture: "BWW..\nBW.W.".to_owned() });
    game.play_line("d1").unwrap();
    assert_eq!(game.steps()[1].notices, ["White Pass"]);
    let mut game = new(Choice::Reversi { board: "bomb".to_owned() });
    play(&mut game, 1);
    let guests = game.steps().iter().filter(|step| !step.automatic.is_empty()).count();
    assert!(guests > 0);
}

#[test]
fn games_that_cannot_be_set_up_say_why() {
    let you = || "you".to_owned();
    for (choice, seats, why) in [
        (Choice::Tictactoe, vec![you()], "this game needs 2 players, not 1"),
        (Choice::Tictactoe, vec![you(), "program:rm".into()], "`program:rm` is not a player here"),
        (Choice::Tictactoe, vec![you(), "script:/etc/passwd".into()], "is not a player here"),
        (Choice::Tictactoe, vec![you(), "search:time=1h".into()], "a search takes at most 2s here"),
        (
            Choice::Reversi { board: "standard".into() },
            vec![you(), "perfect".into()],
            "plays only tic-tac-toe",
        ),
        (Choice::Reversi { board: "../x".into() }, vec![you(), you()], "there is no board `../x`"),
        (Choice::Picture { picture: "??".into() }, vec![you(), you()], "no colour begins with `?`"),
        (Choice::Picture { picture: "\n".repeat(2001) }, vec![you(), you()], "at most 2000 bytes"),
        (Choice::Picture { picture: "BW".into() }, vec![you(), you()], "nobody has a move"),
        (Choice::Picture { picture: "BW.".repeat(6) }, vec![you(), you()], "at most 16 columns"),
    ] {
        let why_not = Game::new(choice, &seats).map(|_| ()).unwrap_err().to_string();
        assert!(why_not.contains(why), "{why_not}");
    }
}
