//! Faulty referees of reversi, and that the suites which a program is judged by in any case, the move
//! lists and `smoke`, find every one of them. The machine is written apart from the real rules, on
//! purpose: without a fault it must say the same to every input.

use std::path::Path;

use referee::dialect::Dialect;
use referee::dialect::reversi::Table;
use referee::suite::{Case, Fixture, Suite};
use referee::transcript::{Profile, compare};

const STEPS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The faults: those that there are once, and those that there are once for each of some numbers.
macro_rules! faults {
    ($($plain:ident),*; $($counted:ident in $numbers:expr),*) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Fault {
            Nothing,
            $($plain,)*
            $($counted(usize),)*
        }

        use Fault::*;

        fn faults() -> Vec<Fault> {
            let mut faults = vec![$($plain),*];
            $(faults.extend($numbers.into_iter().map($counted));)*
            faults
        }
    };
}

faults! {
    // Runs.
    FlipsOnlyFirstDirection,
    FlipsOnlyLongestRun,
    NeedsRunsOfTwo,
    ClosesAtTheEdge,
    ClosesAtAnEmptySquare,
    SeesNoClosingDiscAtTheEdge,
    WrapsAroundTheSides,
    WrapsAroundTopAndBottom,
    DoesNotPlaceTheDisc,
    FlipsTheClosingDisc,
    FlipsOnward,
    // What is legal.
    TakesAnyEmptySquare,
    TakesOccupiedSquares,
    // Passes and turns.
    NeverPasses,
    PassEndsTheGame,
    PassesSilently,
    AnnouncesTheOtherSide,
    AnnouncesOnce,
    PassCostsTheNextTurnToo,
    WhiteBegins,
    RefusalCostsTheTurn,
    // The end.
    EndsOnlyWhenFull,
    EndsWhenOneSideIsGoneOnly,
    EndsOneMoveEarly,
    EndsAtTheFirstPassAfterFortyMoves,
    // Counts and results.
    CountsAreSwapped,
    CountsAreOld,
    CountsLeaveOutCorners,
    FewerDiscsWin,
    DrawIsAWinForBlack,
    DrawIsAWinForWhite,
    EmptySquaresCountForTheWinner,
    EmptySquaresCountForBlack,
    BlackAlwaysWins,
    // Words.
    StartsSwapped,
    RowsFromTheBottom,
    ReadsRowsFirst,
    RefusesCapitals,
    TakesWhatComesAfterTheSquare,
    TrimsSpaces,
    TakesPassForAMove,
    IgnoresEmptyLines,
    ShowsTheBoardAfterARefusal,
    ShowsNoBoardAtTheEnd,
    NamesTheOtherSide,
    ReadsIAsH,
    ReadsNineAsEight;
    LosesDirection in 0..8,
    FlipsAtMost in 1..6,
    FlipsAtMostInAll in [4, 8, 12, 17],
    FlipsNoMoreDirectionsThan in 2..8
}

type Cells = [[u8; 8]; 8];

/// A referee with a fault: 0 for an empty cell, 1 for black, 2 for white.
struct Machine {
    fault: Fault,
    cells: Cells,
    before: Cells,
    turn: u8,
    moves: usize,
    passes: usize,
    is_over: bool,
    text: String,
}

impl Machine {
    fn new(fault: Fault) -> Machine {
        let mut cells = [[0; 8]; 8];
        let swapped = u8::from(fault == StartsSwapped);
        (cells[3][3], cells[4][4]) = (2 - swapped, 2 - swapped);
        (cells[3][4], cells[4][3]) = (1 + swapped, 1 + swapped);
        let turn = if fault == WhiteBegins { 2 } else { 1 };
        let mut machine = Machine {
            fault,
            cells,
            before: cells,
            turn,
            moves: 0,
            passes: 0,
            is_over: false,
            text: String::new(),
        };
        machine.ask();
        machine
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let column = if self.fault == WrapsAroundTheSides { column.rem_euclid(8) } else { column };
        let row = if self.fault == WrapsAroundTopAndBottom { row.rem_euclid(8) } else { row };
        self.cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn run(&self, (column, row): (i32, i32), (dx, dy): (i32, i32), side: u8) -> Vec<(i32, i32)> {
        let mut run = Vec::new();
        let (mut x, mut y) = (column + dx, row + dy);
        while self.at(x, y) == Some(3 - side) && run.len() < 8 {
            run.push((x.rem_euclid(8), y.rem_euclid(8)));
            (x, y) = (x + dx, y + dy);
        }
        let is_edge = [x, y].iter().any(|place| [0, 7].contains(place));
        let is_closed = match self.at(x, y) {
            None => self.fault == ClosesAtTheEdge,
            Some(0) => self.fault == ClosesAtAnEmptySquare,
            Some(_) => !(self.fault == SeesNoClosingDiscAtTheEdge && is_edge),
        };
        let is_long = run.len() > usize::from(self.fault == NeedsRunsOfTwo);
        if !is_closed || !is_long {
            return Vec::new();
        }
        if let FlipsAtMost(most) = self.fault {
            run.truncate(most);
        }
        if self.fault == FlipsTheClosingDisc && !run.is_empty() && self.at(x, y) == Some(side) {
            run.push((x, y));
        }
        run
    }

    fn flips(&self, place: (i32, i32), side: u8) -> Vec<(i32, i32)> {
        let is_free = self.at(place.0, place.1) == Some(0) || self.fault == TakesOccupiedSquares;
        if !is_free {
            return Vec::new();
        }
        let is_seen = |direction: &usize| self.fault != LosesDirection(*direction);
        let runs = (0..8).filter(is_seen).map(|direction| self.run(place, STEPS[direction], side));
        let mut runs: Vec<_> = runs.filter(|run| !run.is_empty()).collect();
        match self.fault {
            FlipsOnlyFirstDirection => runs.truncate(1),
            FlipsNoMoreDirectionsThan(most) => runs.truncate(most),
            FlipsOnlyLongestRun => {
                runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
                runs.truncate(1);
            }
            _ => {}
        }
        let mut flips = runs.concat();
        if let FlipsAtMostInAll(most) = self.fault {
            flips.truncate(most);
        }
        flips
    }

    fn moves_of(&self, side: u8) -> usize {
        let places = (0..64).map(|place| (place % 8, place / 8));
        places
            .filter(|&place| self.at(place.0, place.1) == Some(0) && !self.flips(place, side).is_empty())
            .count()
    }

    fn count(&self, side: u8) -> usize {
        let cells = if self.fault == CountsAreOld { &self.before } else { &self.cells };
        let all = cells.iter().flatten().filter(|&&cell| cell == side).count();
        let corners = [(0, 0), (0, 7), (7, 0), (7, 7)];
        let held = corners.iter().filter(|&&(row, column)| cells[row][column] == side).count();
        if self.fault == CountsLeaveOutCorners { all - held } else { all }
    }

    fn name(&self, side: u8) -> &'static str {
        let side = if self.fault == NamesTheOtherSide { 3 - side } else { side };
        ["", "Black", "White"][usize::from(side)]
    }

    fn score(&self) -> [usize; 2] {
        let (mut black, mut white) = (self.count(1), self.count(2));
        let empty = self.cells.iter().flatten().filter(|&&cell| cell == 0).count();
        match self.fault {
            CountsAreSwapped => (black, white) = (white, black),
            EmptySquaresCountForTheWinner if self.is_over && black > white => black += empty,
            EmptySquaresCountForTheWinner if self.is_over && white > black => white += empty,
            EmptySquaresCountForBlack if self.is_over => black += empty,
            _ => {}
        }
        [black, white]
    }

    fn show(&mut self, head: &str) {
        let [black, white] = self.score();
        self.text += &format!("{head} {black} : {white}\n");
        if !(self.is_over && self.fault == ShowsNoBoardAtTheEnd) {
            self.board();
        }
    }

    fn board(&mut self) {
        self.text += "  A B C D E F G H\n";
        for (number, row) in (1..).zip(self.cells) {
            let cells: Vec<_> = row.iter().map(|&cell| [".", "B", "W"][usize::from(cell)]).collect();
            self.text += &format!("{number} {}\n", cells.join(" "));
        }
    }

    /// Begins a turn: passes over who cannot move, or ends the game.
    fn ask(&mut self) {
        let full = self.cells.iter().flatten().all(|&cell| cell != 0);
        let (mine, others) = (self.moves_of(self.turn), self.moves_of(3 - self.turn));
        let is_gone = [1, 2].iter().any(|side| !self.cells.iter().flatten().any(|cell| cell == side));
        let is_stuck = match self.fault {
            EndsOnlyWhenFull => full,
            EndsWhenOneSideIsGoneOnly => full || is_gone,
            EndsOneMoveEarly => mine + others == 0 || self.moves == 59,
            EndsAtTheFirstPassAfterFortyMoves => mine + others == 0 || mine == 0 && self.moves > 40,
            PassEndsTheGame => mine == 0,
            _ => mine + others == 0,
        };
        if is_stuck {
            return self.finish();
        }
        if mine == 0 && others > 0 && self.fault != NeverPasses {
            self.pass();
        }
        let head = self.name(self.turn);
        self.show(head);
        self.text += "> ";
    }

    fn pass(&mut self) {
        self.passes += 1;
        let who = if self.fault == AnnouncesTheOtherSide { 3 - self.turn } else { self.turn };
        let is_raised = self.fault != PassesSilently && !(self.fault == AnnouncesOnce && self.passes > 1);
        if is_raised {
            self.text += &format!("{} Pass\n", self.name(who));
        }
        let is_kept = self.fault == PassCostsTheNextTurnToo && self.passes.is_multiple_of(2);
        self.turn = if is_kept { self.turn } else { 3 - self.turn };
    }

    fn finish(&mut self) {
        self.is_over = true;
        self.show("End");
        let [black, white] = self.score();
        let winner = match (self.fault, black.cmp(&white)) {
            (DrawIsAWinForBlack, std::cmp::Ordering::Equal) | (BlackAlwaysWins, _) => Some(1),
            (DrawIsAWinForWhite, std::cmp::Ordering::Equal) => Some(2),
            (_, std::cmp::Ordering::Equal) => None,
            (FewerDiscsWin, order) => Some(if order.is_lt() { 1 } else { 2 }),
            (_, order) => Some(if order.is_gt() { 1 } else { 2 }),
        };
        self.text += &winner.map_or("Draw\n".to_owned(), |side| format!("{} Win!\n", self.name(side)));
    }

    fn read(&self, line: &[u8]) -> Option<(i32, i32)> {
        let line = if self.fault == TrimsSpaces { line.trim_ascii() } else { line };
        let [letter, digit, rest @ ..] = line else { return None };
        let (letter, digit) = if self.fault == ReadsRowsFirst && letter.is_ascii_digit() {
            (digit, letter)
        } else {
            (letter, digit)
        };
        if !rest.is_empty() && self.fault != TakesWhatComesAfterTheSquare {
            return None;
        }
        let small = if self.fault == RefusesCapitals { *letter } else { letter.to_ascii_lowercase() };
        let column = match (self.fault, small) {
            (ReadsIAsH, b'i') => 7,
            (_, b'a'..=b'h') => small - b'a',
            _ => return None,
        };
        let row = match (self.fault, digit) {
            (ReadsNineAsEight, b'9') => 7,
            (_, b'1'..=b'8') => digit - b'1',
            _ => return None,
        };
        let row = if self.fault == RowsFromTheBottom { 7 - row } else { row };
        Some((column.into(), row.into()))
    }

    fn answer(&mut self, line: &[u8]) {
        if self.is_over || line.is_empty() && self.fault == IgnoresEmptyLines {
            return;
        }
        if self.fault == TakesPassForAMove && line == b"pass" {
            self.turn = 3 - self.turn;
            return self.ask();
        }
        let place = self.read(line);
        let flips = place.map(|place| self.flips(place, self.turn)).unwrap_or_default();
        let is_any =
            |place: (i32, i32)| self.fault == TakesAnyEmptySquare && self.at(place.0, place.1) == Some(0);
        match place {
            Some(place) if !flips.is_empty() || is_any(place) => self.play(place, &flips),
            _ => self.refuse(),
        }
    }

    fn refuse(&mut self) {
        self.text += "invalid.\n";
        match self.fault {
            RefusalCostsTheTurn => {
                self.turn = 3 - self.turn;
                self.ask();
            }
            ShowsTheBoardAfterARefusal => {
                self.board();
                self.text += "> ";
            }
            _ => self.text += "> ",
        }
    }

    fn play(&mut self, (column, row): (i32, i32), flips: &[(i32, i32)]) {
        self.before = self.cells;
        let side = self.turn;
        for &(x, y) in flips {
            let holder = &mut self.cells[y as usize][x as usize];
            *holder = if *holder == side { 3 - side } else { side };
        }
        if self.fault != DoesNotPlaceTheDisc {
            self.cells[row as usize][column as usize] = side;
        }
        if self.fault == FlipsOnward {
            let onward: Vec<_> = flips.iter().map(|&place| self.runs_from(place, side)).collect();
            onward.concat().into_iter().for_each(|(x, y)| self.cells[y as usize][x as usize] = side);
        }
        self.moves += 1;
        self.turn = 3 - side;
        self.ask();
    }

    fn runs_from(&self, place: (i32, i32), side: u8) -> Vec<(i32, i32)> {
        STEPS.iter().flat_map(|&step| self.run(place, step, side)).collect()
    }
}

fn played(fault: Fault, case: &Case) -> Vec<u8> {
    let mut machine = Machine::new(fault);
    case.inputs.iter().for_each(|line| machine.answer(line));
    machine.text.into_bytes()
}

fn dialect() -> Dialect {
    Dialect::Reversi(Table::standard())
}

/// What `judge check --dialect reversi` tries in any case.
fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/reversi");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let lists = entries.filter(|path| path.extension().is_some_and(|ending| ending == "moves"));
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let fixtures: Vec<_> = lists
        .map(|path| Fixture { name: name(&path), moves: std::fs::read(&path).unwrap(), snapshot: None })
        .collect();
    let fixtures = Suite::of_fixtures(&dialect(), &fixtures).unwrap();
    fixtures.cases().chain(Suite::of(&dialect(), "smoke").unwrap().cases()).collect()
}

#[test]
fn without_a_fault_it_is_the_reference() {
    let random = Suite::of(&dialect(), "random").unwrap();
    for case in cases().into_iter().chain(random.cases().take(60)) {
        let (right, told) = (case.strict_transcript().text(), played(Nothing, &case));
        assert_eq!(String::from_utf8(told).unwrap(), String::from_utf8(right).unwrap(), "{}", case.name);
    }
}

#[test]
fn every_faulty_referee_is_found_by_the_move_lists_and_smoke() {
    let cases: Vec<_> = cases().into_iter().map(|case| (case.expected(Profile::Golf), case)).collect();
    let lives = |fault: &Fault| {
        cases.iter().all(|(expected, case)| compare(expected, &played(*fault, case), Profile::Golf).is_none())
    };
    let faults = faults();
    let survivors: Vec<_> = faults.iter().filter(|fault| lives(fault)).collect();
    assert!(faults.len() >= 40 && survivors.is_empty(), "{survivors:?} of {}", faults.len());
}
