//! Tests of the search with programs that ask for one thing after the other.

use super::*;

/// For how many seeds an answer with this text was reached, from these words.
fn reached_by_words<P: Program>(words: &[&str], text: &str, sessions: usize, seeds: u64) -> usize {
    let words: Vec<_> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    reached_from::<P>(|inputs| inputs.words.clone_from(&words), text, sessions, seeds)
}

/// For how many seeds an answer with this text was reached, from a session with a line for each of its words.
fn reached_by_session<P: Program>(session: &str, text: &str, sessions: usize, seeds: u64) -> usize {
    let session: Session = session.split(' ').map(|line| line.as_bytes().to_vec()).collect();
    let set = |inputs: &mut Inputs<'_>| {
        inputs.words.clone_from(&session);
        inputs.seeds = vec![session.clone()];
    };
    reached_from::<P>(set, text, sessions, seeds)
}

fn reached_from<P: Program>(set: impl Fn(&mut Inputs<'_>), text: &str, sessions: usize, seeds: u64) -> usize {
    let is_reached = |seed: &u64| {
        let mut inputs = inputs::<P>(*seed, sessions);
        set(&mut inputs);
        let mut is_reached = false;
        explore(inputs, |batch| {
            let runs: Vec<_> = batch.iter().map(|lines| run::<P>(lines)).collect();
            is_reached |= runs.iter().flat_map(|run| &run.turns).any(|turn| turn.answer.contains(text));
            if is_reached { Err(()) } else { Ok(runs) }
        });
        is_reached
    };
    (1..=seeds).filter(is_reached).count()
}

#[derive(Clone, Debug, Default, PartialEq)]
enum Asks {
    #[default]
    Choice,
    Name,
    Amount(char),
    Account(char, i64),
}

/// Accounts, with a menu. What it does not understand as a number is 0.
#[derive(Default)]
struct Till {
    asks: Asks,
    accounts: Vec<i64>,
}

const MENU: &str = "1 new\n2 pay in\n3 pay out\n4 quit\nYour choice:\n";

impl Program for Till {
    const SAMPLES: &'static [&'static str] = &[];
    const OPENING: &'static str = MENU;

    fn answer(&mut self, line: &str) -> (String, bool) {
        let number = line.parse::<i64>().unwrap_or_default();
        let (answer, asks) = match (self.asks.clone(), line) {
            (Asks::Choice, "1") => ("Name:\n".to_owned(), Asks::Name),
            (Asks::Choice, "2" | "3") => {
                ("Amount:\n".to_owned(), Asks::Amount(line.chars().next().unwrap_or_default()))
            }
            (Asks::Choice, "4") => return ("bye\n".to_owned(), false),
            (Asks::Choice, _) => (format!("what is that?\n{MENU}"), Asks::Choice),
            (Asks::Name, _) => {
                self.accounts.push(1_000);
                (format!("welcome, account {} has 1000\n{MENU}", self.accounts.len()), Asks::Choice)
            }
            (Asks::Amount(choice), _) => ("Account:\n".to_owned(), Asks::Account(choice, number)),
            (Asks::Account(choice, amount), _) => {
                (self.moved(choice, amount, number).to_owned() + MENU, Asks::Choice)
            }
        };
        self.asks = asks;
        (answer, true)
    }
}

impl Till {
    fn moved(&mut self, choice: char, amount: i64, account: i64) -> &'static str {
        let place = usize::try_from(account).ok().and_then(|account| account.checked_sub(1));
        match place.and_then(|place| self.accounts.get_mut(place)) {
            None => "no such account\n",
            Some(balance) if choice == '3' && amount == *balance => "all of it\n",
            Some(balance) if choice == '3' && amount > *balance => "that is too much\n",
            Some(balance) => {
                *balance =
                    balance.saturating_add(if choice == '2' { amount } else { amount.saturating_neg() });
                if account == 5 { "done for the fifth\n" } else { "done\n" }
            }
        }
    }
}

#[test]
fn questions_are_answered_with_what_they_take() {
    for (text, sessions) in [("that is too much", 1_500), ("for the fifth", 1_500)] {
        assert!(reached_by_words::<Till>(&["1", "2", "3", "4"], text, sessions, 5) >= 4, "{text}");
    }
}

/// A program that ends at everything that is no number, and counts the numbers.
#[derive(Default)]
struct Counter(Vec<i64>);

impl Program for Counter {
    const SAMPLES: &'static [&'static str] = &[];

    fn answer(&mut self, line: &str) -> (String, bool) {
        match line.parse::<i64>() {
            Ok(number) if (1..=9).contains(&number) && !self.0.contains(&number) => {
                self.0.push(number);
                (if self.0.len() == 9 { "all nine" } else { "next" }.to_owned() + "\nNumber: ", true)
            }
            Ok(_) => ("no\nNumber: ".to_owned(), true),
            Err(_) => ("invalid literal\n".to_owned(), false),
        }
    }
}

#[test]
fn lines_that_end_a_program_are_given_seldom() {
    let words = (0..100).map(|number| vec![b'a' + number % 26; 3 + usize::from(number) / 26]);
    let inputs = Inputs { words: words.collect(), ..inputs::<Counter>(1, 400) };
    let found = explore(inputs, |batch| {
        Ok::<_, Infallible>(batch.iter().map(|lines| run::<Counter>(lines)).collect())
    });
    let going_on = found.sessions.iter().filter(|session| session.len() > 1).count();
    assert!(going_on >= 200, "{going_on}");
}

/// A till that asks on at the end of its input.
#[test]
fn sessions_of_a_program_that_asks_on_are_brought_to_an_end() {
    let words = ["1", "2", "3", "4"].map(|word| word.as_bytes().to_vec()).to_vec();
    let inputs = Inputs { words, ..inputs::<Till>(1, 500) };
    let mut ended = 0;
    explore(inputs, |batch| {
        let mut runs: Vec<_> = batch.iter().map(|lines| run::<Till>(lines)).collect();
        for run in &mut runs {
            run.waits = run.closing.take().is_some();
            ended += usize::from(!run.waits);
        }
        Ok::<_, Infallible>(runs)
    });
    assert!(ended >= 400, "{ended}");
}

/// Seats that users book. A user is known by his name, and comes by it.
#[derive(Default)]
struct Booking {
    asks: &'static str,
    users: Vec<String>,
    user: Option<String>,
    /// By the number of the seat, from 0.
    seats: [Option<String>; 5],
}

const START: &str = "1 register\n2 log in\n3 quit\nYour choice:\n";
const INSIDE: &str = "1 book\n2 cancel\n3 log out\nWhat next?\n";

impl Program for Booking {
    const SAMPLES: &'static [&'static str] = &[];
    const OPENING: &'static str = START;

    fn answer(&mut self, line: &str) -> (String, bool) {
        let menu = if self.user.is_some() { INSIDE } else { START };
        let (answer, asks) = match (self.asks, line, self.user.is_some()) {
            ("", "1", false) => ("Name:\n", "new"),
            ("", "2", false) => ("Your name:\n", "name"),
            ("", "3", false) => return ("bye\n".to_owned(), false),
            ("", "1", true) => ("Seat:\n", "book"),
            ("", "2", true) => ("Seat to cancel:\n", "cancel"),
            ("", "3", true) => {
                self.user = None;
                ("goodbye\n1 register\n2 log in\n3 quit\nYour choice:\n", "")
            }
            ("new", name, _) => {
                self.users.push(name.to_owned());
                (START, "")
            }
            ("name", name, _) if self.users.iter().any(|known| known == name) => {
                self.user = Some(name.to_owned());
                (INSIDE, "")
            }
            (asks @ ("book" | "cancel"), seat, _) => {
                let seat = seat.parse::<usize>().ok().and_then(|seat| self.seats.get_mut(seat));
                self.asks = "";
                let answer = match (asks, seat) {
                    (_, None) => "no such seat\n",
                    ("book", Some(seat)) if seat.is_none() => {
                        seat.clone_from(&self.user);
                        "booked\n"
                    }
                    ("book", _) => "taken\n",
                    (_, Some(seat)) if *seat == self.user => {
                        *seat = None;
                        "cancelled\n"
                    }
                    (_, Some(None)) => "not booked\n",
                    (_, Some(_)) => "not yours\n",
                };
                return (answer.to_owned() + INSIDE, true);
            }
            _ => {
                self.asks = "";
                return ("what is that?\n".to_owned() + menu, true);
            }
        };
        self.asks = asks;
        (answer.to_owned(), true)
    }
}

#[test]
fn what_one_user_did_matters_to_another() {
    let session = "1 ann 2 ann 1 3 1 3 2 3 2 1 3 3";
    assert_eq!(reached_by_session::<Booking>(session, "not yours", 500, 5), 5);
}

/// Ten questions, of whose four answers one is right.
#[derive(Default)]
struct Quiz {
    asked: usize,
    right: usize,
}

impl Program for Quiz {
    const SAMPLES: &'static [&'static str] = &[];
    const OPENING: &'static str = "Question A, 1 to 4:\n";

    fn answer(&mut self, line: &str) -> (String, bool) {
        let is_right = line.parse() == Ok(1 + self.asked * 7 % 4);
        self.right += usize::from(is_right);
        self.asked += 1;
        let said = if is_right { "Correct" } else { "Wrong" };
        let (right, wrong) = (self.right, self.asked - self.right);
        let next = char::from(b'A' + self.asked as u8);
        let answer = format!("{said}, {right} right and {wrong} wrong.\nQuestion {next}, 1 to 4:\n");
        (answer, self.asked < 10)
    }
}

#[test]
fn what_is_right_is_kept() {
    assert_eq!(reached_by_session::<Quiz>("1 2 2 2 3 1 4 4 1 3", "10 right", 2_000, 5), 5);
}

/// Things with names of two words, which a menu shows and takes away.
struct Shelf(Vec<&'static str>, bool);

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf(vec!["Blue Cup", "Red Book"], false)
    }
}

const SHELF: &str = "1. Look\n2. Take away\nChoose:\n";

impl Program for Shelf {
    const SAMPLES: &'static [&'static str] = &[];
    const OPENING: &'static str = SHELF;

    fn answer(&mut self, line: &str) -> (String, bool) {
        let told = match (std::mem::take(&mut self.1), line) {
            (false, "1") if self.0.is_empty() => "nothing left".to_owned(),
            (false, "1") => {
                self.0.iter().map(|thing| format!("{thing:<20} 1 pound")).collect::<Vec<_>>().join("\n")
            }
            (false, "2") => {
                self.1 = true;
                return ("What do you take?\n".to_owned(), true);
            }
            (false, _) => "no such choice".to_owned(),
            (true, _) => {
                let before = self.0.len();
                self.0.retain(|thing| !thing.eq_ignore_ascii_case(line));
                if self.0.len() < before {
                    format!("took it, {line}")
                } else {
                    "there is no such thing".to_owned()
                }
            }
        };
        (format!("{told}\n{SHELF}"), true)
    }
}

#[test]
fn phrases_that_are_shown_are_answers_in_other_case_too() {
    assert_eq!(reached_by_words::<Shelf>(&["look"], "nothing left", 2_000, 10), 10);
    assert_eq!(reached_by_words::<Shelf>(&["look"], "took it, RED BOOK", 2_000, 10), 10);
}

/// Commands of a program with a table that is full from some size on, that ends at a line it does not know.
#[derive(Default)]
struct Stack(Vec<String>);

impl Program for Stack {
    const SAMPLES: &'static [&'static str] = &[];
    const OPENING: &'static str = "> ";

    fn answer(&mut self, line: &str) -> (String, bool) {
        let answer = match line.split_once(' ') {
            Some(("put", _)) if self.0.len() == 9 => "full",
            Some(("put", name)) if name.len() > 30 => "long",
            Some(("put", name)) => {
                self.0.push(name.to_owned());
                "done"
            }
            None if line == "top" => self.0.last().map_or("nothing", String::as_str),
            None if line == "twist" && self.0.len() > 1 => "twisted",
            _ => return ("no\n".to_owned(), false),
        };
        (format!("{answer}\n> "), true)
    }
}

#[test]
fn a_session_leads_to_what_is_repeated_and_to_other_words_and_lengths() {
    for text in ["full", "twisted", "long"] {
        let reached = |inputs: &mut Inputs<'_>| {
            inputs.words = ["put", "top", "twist", "9"].map(|word| word.as_bytes().to_vec()).to_vec();
            inputs.seeds = vec![session::lines(b"put abc\nput def\ntop\n")];
        };
        assert_eq!(reached_from::<Stack>(reached, text, 300, 10), 10, "{text}");
    }
}

#[test]
fn what_comes_behind_a_failure_is_reached_without_it() {
    let inputs =
        Inputs { seeds: vec![session::lines(b"put abc\nboom\nput def\n")], ..inputs::<Stack>(1, 100) };
    let mut search = Search::new(inputs);
    let mut last = Vec::new();
    while let Some(batch) = search.batch() {
        let runs: Vec<_> = batch.iter().map(|lines| run::<Stack>(lines)).collect();
        search.learn(&runs);
        let failed = batch.iter().zip(&runs).filter(|(_, run)| run.is_over());
        failed.for_each(|(session, run)| search.go_on_without(session, run));
        last.extend(batch);
    }
    assert!(last.contains(&session::lines(b"put abc\nput def\n")));
}
