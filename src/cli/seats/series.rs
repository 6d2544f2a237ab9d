//! `referee match`: a series of games, and a table of the results.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::super::help::{MORE, brief};
use super::super::judge::options;
use super::super::which::Which;
use super::super::{Failure, GOOD, INTERRUPTED, failure, print};
use super::results::Results;
use super::{Arguments, contestants};
use crate::dialect::Dialect;
use crate::game::Position;
use crate::player::PlayerKind;
use crate::player::series::{Journal, Record, Series, Sprt};
use crate::player::table::Played;
use crate::process::Interrupt;

/// Play a series of games, with each player in every seat
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(in crate::cli) struct Match {
    /// The players, as many as the board has sides
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<PlayerKind>,

    /// Number of games
    #[arg(long, value_name = "NUMBER", default_value = "100", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Number of random moves at the start of each game, the same for all players [default: 4 on boards of
    /// 16 squares or more, else 0]
    #[arg(long, value_name = "NUMBER")]
    opening: Option<u32>,

    /// Stop as soon as a sequential probability ratio test decides between two differences in Elo
    #[arg(long, value_name = "ELO,ELO", value_parser = sprt)]
    sprt: Option<Sprt>,

    /// Save every game in this folder, and continue an interrupted series there
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,

    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "NUMBER", value_parser = options::jobs)]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    which: Which,

    #[command(flatten)]
    seats: Arguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 8] = ["games", "opening", "sprt", "save", "jobs", "dialect", "board", "clock"];

const EXAMPLES: &str = "\
Players: script:FILE, random, greedy, perfect, search[:depth=N|:time=TIME], program:COMMAND, gtp:COMMAND

Examples:
  referee match perfect random
  referee match --dialect reversi search:depth=3 program:./my --games 400 --sprt 0,20
  referee match --save games program:./old program:./new   saved, and continued if interrupted";

/// From this many squares on, a board is large enough for random openings.
const LARGE: usize = 16;

pub(in crate::cli) fn play(arguments: &Match) -> Result<u8, Failure> {
    if arguments.players.contains(&PlayerKind::Human) {
        return Err(failure(
            "people cannot play a match; use `referee --first human --second PLAYER` for one game",
        ));
    }
    let series = series(arguments)?;
    let mut journal =
        arguments.save.as_ref().map(|folder| Journal::open(folder, &agreed(&series))).transpose()?;
    let mut results = Results::of(&series, arguments.sprt);
    let earlier = journal.as_ref().map_or(&[][..], |journal| &journal.records[..]);
    earlier.iter().filter(|record| record.game < series.games).for_each(|record| results.add(record));
    let played: HashSet<_> = earlier.iter().map(|record| record.game).collect();
    let jobs =
        arguments.jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let is_decided = results.are_decided();
    let take = |record: Record, game: &Played| {
        if let Some(journal) = &mut journal {
            journal.add(&series, &record, game)?;
        }
        results.add(&record);
        Ok::<_, Failure>(!results.are_decided())
    };
    if !is_decided {
        series.play(|game| played.contains(&game), jobs, take)?;
    }
    print(&results.to_string())?;
    if !series.conditions.interrupt.is_raised() {
        return Ok(GOOD);
    }
    let how = if journal.is_some() { "; run the same command again to continue" } else { "" };
    anstream::eprintln!("referee: interrupted after {} of {} games{how}", results.games(), series.games);
    Ok(INTERRUPTED)
}

fn series(arguments: &Match) -> Result<Series, Failure> {
    let dialect = arguments.which.dialect()?;
    let begin = super::start(&dialect)?;
    let interrupt = Interrupt::on_signals()?;
    let conditions = arguments.seats.conditions(&arguments.players, interrupt)?;
    let squares = begin.board().cells().len();
    Ok(Series {
        contestants: contestants::prepare(&arguments.players, &begin, &conditions)?,
        rules: arguments.seats.rules(&dialect, &conditions.interrupt),
        conditions,
        games: arguments.games,
        opening: arguments.opening.unwrap_or(if squares >= LARGE { 4 } else { 0 }),
        seed: if arguments.save.is_some() {
            arguments.seats.seed.unwrap_or(0)
        } else {
            arguments.seats.seed()
        },
    })
}

/// The settings that must be equal to continue a series.
fn agreed(series: &Series) -> serde_json::Value {
    let names: Vec<_> = series.contestants.iter().map(|contestant| &contestant.name).collect();
    let clock = series.rules.clock.map(|clock| [clock.base.as_millis(), clock.increment.as_millis()]);
    let board = match &series.rules.dialect {
        Dialect::Reversi(table) => table.game().title(),
        other => other.name(),
    };
    json!({
        "players": names,
        "board": board,
        "seed": series.seed,
        "opening": series.opening,
        "clock_milliseconds": clock.map(|times| times.map(|time| time as u64)),
        "asks_again": series.rules.asks_again,
    })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers =
        text.split_once(',').and_then(|(null, hoped)| Some((null.parse().ok()?, hoped.parse().ok()?)));
    match numbers {
        Some((null, hoped)) if null < hoped => Ok(Sprt { null, hoped }),
        _ => Err("it takes two differences in Elo, the smaller first, such as `0,20`".to_owned()),
    }
}
