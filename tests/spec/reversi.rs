//! Reversi: its counts, its laws on every board, and its rule variants on positions worked out by hand.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use referee::game::reversi::bitboard::{Bitboard, bits, square};
use referee::game::reversi::{self, Game, Position, Square};
use referee::game::{Cell, Outcome, Position as _, Side};

static BOARDS: LazyLock<Vec<Arc<Game>>> =
    LazyLock::new(|| reversi::names().iter().map(|name| Arc::new(reversi::find(name).unwrap())).collect());

fn start(board: &str) -> Position {
    Position::start(Arc::new(reversi::find(board).unwrap()))
}

fn parsed(board: &str) -> Position {
    Position::start(Arc::new(Game::parse(board).unwrap()))
}

fn square_named(game: &Game, name: &str) -> Square {
    game.squares().find(|square| game.square_name(*square) == name).unwrap()
}

fn after(position: &Position, moves: &str) -> Position {
    moves.split(' ').fold(position.clone(), |position, name| {
        let square = square_named(position.game(), name);
        position.play(square).unwrap_or_else(|_| panic!("{name} is illegal"))
    })
}

/// The picture of a position, its rows joined by a stroke.
fn picture(position: &Position) -> String {
    let board = position.board();
    let row = |row: &[Cell]| row.iter().map(|&cell| position.game().letter(cell)).collect::<String>();
    board.rows().map(row).collect::<Vec<_>>().join("/")
}

fn legal(position: &Position) -> String {
    let names = position.moves().into_iter().map(|square| position.game().square_name(square));
    names.collect::<Vec<_>>().join(" ")
}

/// The number of sequences of the next `depth` moves and passes. A game that ends before counts once.
fn paths(position: &Position, depth: u32) -> u64 {
    let moves = if depth == 0 { Vec::new() } else { position.moves() };
    let after = |chosen| position.play(chosen).expect("a move among those that are legal");
    let rest = |next: &Position| (depth - 1).saturating_sub(next.passed().len() as u32);
    let further = moves.into_iter().map(after).map(|next| paths(&next, rest(&next)));
    further.reduce(|sum, paths| sum + paths).unwrap_or(1)
}

/// The same in machine words.
fn paths_of_bits(board: Bitboard, depth: u32) -> u64 {
    let moves = board.moves();
    match (depth, moves) {
        (0, _) => 1,
        (_, 0) if board.passed().moves() == 0 => 1,
        (_, 0) => paths_of_bits(board.passed(), depth - 1),
        (1, _) => moves.count_ones().into(),
        _ => bits(moves).map(|square| paths_of_bits(board.after(square), depth - 1)).sum(),
    }
}

/// The numbers of [published counts](https://www.chessprogramming.org/Othello), depth 1 on.
const PUBLISHED: [u64; 8] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];

#[test]
fn the_usual_board_has_the_published_counts() {
    let start = start("standard");
    let board = Bitboard::of(&start).unwrap();
    let counted: Vec<_> = (1..=8).map(|depth| paths_of_bits(board, depth)).collect();
    assert_eq!(counted, PUBLISHED);
    let by_tables: Vec<_> = (1..=6).map(|depth| paths(&start, depth)).collect();
    assert_eq!(by_tables, PUBLISHED[..6]);
}

#[test]
fn both_ways_of_counting_agree_to_the_last_square() {
    let square = start("square-4");
    let board = Bitboard::of(&square).unwrap();
    for depth in (1..=8).chain([12, 16, 20]) {
        assert_eq!(paths(&square, depth), paths_of_bits(board, depth), "{depth}");
    }
    assert_eq!(paths_of_bits(board, 20), 60_060, "all the games there are");
}

/// A game by the choices of a generator: every position of it, the last included.
fn game(start: Position, choices: &[usize]) -> Vec<Position> {
    let mut positions = vec![start];
    for choice in choices.iter().cycle() {
        let last = positions.last().expect("there is one");
        let moves = last.moves();
        let Some(&chosen) = moves.get(choice % moves.len().max(1)) else { break };
        let next = last.play(chosen).unwrap();
        positions.push(next);
        if positions.len() > 500 {
            break; // Bombs may go round for long.
        }
    }
    positions
}

fn any_game() -> impl Strategy<Value = Vec<Position>> {
    let board = 0..BOARDS.len();
    (board, prop::collection::vec(0..60_usize, 60)).prop_map(|(board, choices)| {
        game(Position::start(Arc::clone(&BOARDS[board])), &choices) //
    })
}

fn discs(position: &Position) -> usize {
    position.cells().iter().filter(|cell| matches!(cell, Cell::Marked(_) | Cell::Neutral(_))).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn legal_is_what_takes_something(game in any_game()) {
        for position in &game {
            for cell in position.game().squares() {
                let takes = !position.taken(cell).is_empty();
                let is_chosen = position.automatic().is_none_or(|only| only == cell);
                let is_over = position.outcome().is_some();
                let is_legal = position.moves().contains(&cell);
                prop_assert_eq!(is_legal, takes && is_chosen && !is_over);
                prop_assert_eq!(position.play(cell).is_ok(), takes && is_chosen);
            }
        }
    }

    #[test]
    fn a_move_adds_one_disc_unless_a_bomb_goes_off(game in any_game()) {
        for pair in game.windows(2) {
            let is_bombed = discs(&pair[1]) <= discs(&pair[0]);
            prop_assert!(is_bombed || discs(&pair[1]) == discs(&pair[0]) + 1);
            if is_bombed {
                prop_assert!(picture(&pair[0]).contains('R'), "{}", picture(&pair[0]));
            }
            prop_assert_eq!(pair[1].number(), pair[0].number() + 1);
        }
    }

    #[test]
    fn holes_and_discs_that_never_turn_stay(game in any_game()) {
        let first = &game[0];
        let stays = |cell: Cell| matches!(first.game().letter(cell), '#' | 'S');
        for position in &game[1..] {
            for (before, now) in first.cells().iter().zip(position.cells()) {
                prop_assert!(!stays(*before) && !stays(*now) || before == now);
            }
        }
    }

    #[test]
    fn who_is_passed_over_has_no_move_and_who_moves_has_one(game in any_game()) {
        for position in &game {
            let has_move = |side| may_move(position, side);
            for side in position.passed() {
                prop_assert!(!has_move(side), "{}: {side:?}", picture(position));
            }
            if position.outcome().is_some() {
                prop_assert!(position.passed().is_empty());
                prop_assert!(position.game().players().iter().all(|&side| !has_move(side)));
            } else {
                prop_assert!(has_move(position.turn()));
            }
        }
    }

    #[test]
    fn the_bitboard_says_what_the_tables_say(game in any_game()) {
        for position in &game {
            let Some(board) = Bitboard::of(position) else { break };
            let mut moves: Vec<_> = bits(board.moves()).collect();
            if position.outcome().is_some() {
                prop_assert_eq!((board.moves(), board.passed().moves()), (0, 0));
                moves.clear();
            }
            let names: Vec<_> = moves.iter().map(|&bit| square(position.game(), bit)).collect();
            prop_assert_eq!(&names, &position.moves());
            for (bit, name) in moves.into_iter().zip(names) {
                let next = position.play(name).unwrap();
                let is_same_turn = next.turn() == position.turn();
                let after = board.after(bit);
                let seen = if is_same_turn { after.passed() } else { after };
                prop_assert_eq!(Some(seen), Bitboard::of(&next));
                prop_assert_eq!(board.taken(bit).count_ones() as usize, position.taken(name).len());
            }
        }
    }
}

/// Whether a side could move if it were its turn, found by asking for every square anew.
fn may_move(position: &Position, side: Side) -> bool {
    let game = position.game();
    game.squares().any(|square| game.is_legal(position.cells(), side, square))
}

/// Turning the board over along the diagonal changes nothing but the names.
#[test]
fn boards_that_are_their_own_mirror_image_play_like_it() {
    let mut tried = 0;
    for board in BOARDS.iter().filter(|board| board.width() == board.height()) {
        let start = Position::start(Arc::clone(board));
        let mirrored = |position: &Position| {
            let cell = |place: usize| {
                position.cells()[place % board.width() * board.width() + place / board.width()]
            };
            (0..position.cells().len()).map(cell).collect::<Vec<_>>()
        };
        if mirrored(&start) != start.cells() || start.automatic().is_some() || board.sides().len() > 3 {
            continue;
        }
        tried += 1;
        let mirror = |square| {
            let (column, row) = board.place(square);
            board.square(row, column).unwrap()
        };
        for seed in 0..20 {
            let (mut one, mut other) = (start.clone(), start.clone());
            for turn in 0.. {
                let moves = one.moves();
                let Some(&chosen) = moves.get((seed * 31 + turn * 17) % moves.len().max(1)) else { break };
                one = one.play(chosen).unwrap();
                other = other.play(mirror(chosen)).unwrap();
                assert_eq!(mirrored(&one), other.cells(), "{}", board.title());
            }
        }
    }
    assert!(tried >= 6, "only {tried} boards");
}

#[test]
fn a_pass_is_told_and_the_end_is_when_nobody_can_move() {
    let position = parsed("BWW.WB..");
    // Black takes both runs at d1, and nothing of White's is left.
    let end = after(&position, "d1");
    assert_eq!((picture(&end).as_str(), end.outcome()), ("BBBBBB..", Some(Outcome::Won(Side::FIRST))));
    assert!(end.passed().is_empty());

    let position = after(&parsed("BW.BW.W"), "c1");
    assert_eq!(picture(&position), "BBBBW.W");
    assert_eq!((position.passed(), position.turn()), (vec![Side::SECOND], Side::FIRST));
}

#[test]
fn three_play_in_turn_and_a_run_may_mix_the_others() {
    let start = start("three-colour");
    assert_eq!(legal(&start), "e2 b3 f3 b4 g4 b5 g5 c6 g6 d7");
    let next = after(&start, "e2");
    assert_eq!(next.turn(), Side::SECOND);
    let position = parsed("players: Black White Ash\n\n.WAWB");
    assert_eq!(picture(&after(&position, "a1")), "BBBBB");
}

#[test]
fn several_are_passed_over_at_once_and_draws_have_no_winner() {
    let position = parsed("players: Black White Ash\n\nBW.WB\n.....\nBA...");
    let next = after(&position, "c1");
    assert_eq!((next.passed(), next.turn()), (vec![Side::SECOND, Side::THIRD], Side::FIRST));
    let drawn = parsed("players: Black White Ash\n\nB#W#A");
    assert_eq!((drawn.outcome(), drawn.score()), (Some(Outcome::Tie), vec![1, 1, 1]));
}

#[test]
fn a_wildcard_closes_a_run_and_never_turns() {
    let played = |row: &str| {
        let start = parsed(&format!("wild: Green\n\n{row}"));
        start.moves().first().map(|&square| picture(&start.play(square).unwrap()))
    };
    assert_eq!(played(".WG").as_deref(), Some("BBG"));
    assert_eq!(played(".WGWG.").as_deref(), Some("BBGBG."), "the last wildcard closes the run");
    assert_eq!(played(".WGW.").as_deref(), Some("BBGW."), "what stands behind it is left alone");
    assert_eq!(played(".GB").as_deref(), Some("BGB"), "taken, though it keeps its colour");
    assert_eq!(played(".GW").as_deref(), Some("WGW"), "nothing stands before it, so that White moves");
}

#[test]
fn a_bomb_clears_all_that_is_taken_and_what_closed_it() {
    let start = parsed("bomb: Red\n\n.WRB.\nW....\nB..WB");
    let next = after(&start, "a1");
    assert_eq!(picture(&next), "...../...../...WB");
    assert_eq!((next.number(), next.score()), (2, vec![1, 1]), "it is a move all the same");
    assert_eq!(picture(&after(&start, "c3")), ".WRB./W..../B.BBB");
}

#[test]
fn permanent_discs_are_taken_but_never_turn() {
    let start = parsed("permanent: Stone\n\n.SWSB");
    assert_eq!(picture(&after(&start, "a1")), "BSBSB");
}

const GUESTS: &str = ".WB......\n..#......\nCB.WWC...\nCBW......\n..#....BW";

#[test]
fn a_guest_cuts_in_at_its_number_and_chooses_by_its_greed() {
    let greedy = |greed| after(&parsed(&format!("guest: Cyan 2 {greed}\n\n{GUESTS}")), "a1");
    for (greed, chosen, board) in [
        ("fewest", "d4", "BBB....../..#....../CB.WWC.../CCCC...../..#....BW"),
        ("most", "c3", "BBB....../..#....../CCCCCC.../CBW....../..#....BW"),
    ] {
        let guests = greedy(greed);
        assert_eq!((guests.turn(), legal(&guests).as_str()), (Side::THIRD, chosen));
        let illegal = square_named(guests.game(), "g5");
        assert!(guests.play(illegal).is_err(), "nobody else moves meanwhile");
        let next = after(&guests, chosen);
        assert_eq!((picture(&next).as_str(), next.turn()), (board, Side::SECOND));
        assert_eq!((next.number(), next.automatic(), next.score().len()), (3, None, 2));
    }
}

#[test]
fn of_equal_moves_a_guest_takes_the_last() {
    for greed in ["fewest", "most"] {
        let start = parsed(&format!("guest: Cyan 1 {greed}\n\nCW.\n...\nCB.\n.WB"));
        assert_eq!((start.turn(), legal(&start).as_str()), (Side::THIRD, "c3"));
    }
}

#[test]
fn a_guest_who_cannot_move_is_passed_over_and_the_game_goes_on() {
    let start = parsed("guest: Cyan 1 most\n\n.WB");
    assert_eq!((start.passed(), start.turn()), (vec![Side::THIRD], Side::FIRST));
}

#[test]
fn what_is_wrong_with_a_board_is_told_with_its_line() {
    let told = |text: &str| Game::parse(text).unwrap_err().to_string();
    for (text, what) in [
        ("", "line 1: there is no board"),
        ("title: x\n", "line 1: there is no board"),
        ("...\n.WB.\n", "line 2: this row has 4 cells, the first has 3"),
        ("...\n.WX\n", "line 2: no colour begins with `X`"),
        ("bombs: Red\n\n..", "line 1: `bombs` is none of title, players, guest, wild, permanent, bomb"),
        ("players: Black\n\n..", "line 1: a board takes two or three players"),
        ("players: Black Blue\n\n..", "line 1: Blue and Black begin with the same letter"),
        ("\nplayers: black White\n\n..", "line 2: `black` is not a name: letters, the first a capital"),
        ("guest: Cyan fewest\n\n..", "line 1: the number of the guest's move is missing"),
        ("guest: Cyan 0 fewest\n\n..", "line 1: `0` is not the number of a move"),
        ("guest: Cyan 3 least\n\n..", "line 1: a guest takes the `fewest` or the `most`, not `least`"),
        ("guest: Black 3 most\n\n..", "line 1: Black is a player and cannot be a guest"),
        ("wild:\n\n..", "line 1: a colour is missing"),
        ("...........................", "line 1: a board has at most 26 columns and 99 rows"),
    ] {
        assert_eq!(told(text), what, "{text:?}");
    }
}

#[test]
fn a_board_is_found_by_its_name_or_its_beginning() {
    assert_eq!(reversi::find("octagon").unwrap().title(), "Octagon of 52 squares");
    let squares = reversi::find("octagon").unwrap().squares().count();
    assert_eq!(squares, 52);
    let told = |name| reversi::find(name).unwrap_err().to_string();
    assert!(told("nowhere").starts_with("there is no board `nowhere`; there are bomb, cross,"));
    assert_eq!(told("square"), "several boards begin with `square`: square-10, square-4, square-6");
}
