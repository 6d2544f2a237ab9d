//! `referee match`: a series of games, and a table of the results.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::judge::options;
use super::super::which::Which;
use super::super::{Failure, GOOD, INTERRUPTED, failure, print};
use super::SeatsArguments;
use judging::process::{Interrupt, core_count};
use play::bots::contestants;
use play::player::PlayerKind;
use play::player::series::Series;

/// Play a series of games, with each player in every seat
#[derive(Debug, Args)]
#[command(mut_args = brief(&["games", "opening", "save", "jobs", "dialect", "board", "clock"]), after_help = MORE, after_long_help = EXAMPLES)]
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

    /// Save the moves of each game in this folder, in a file that `referee` plays again
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,

    /// How many games at once [default: the number of cores]
    #[arg(long, value_name = "NUMBER", value_parser = options::jobs)]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    which: Which,

    #[command(flatten)]
    seats: SeatsArguments,
}

const EXAMPLES: &str = "\
Players: script:FILE, random, greedy, perfect, search[:depth=N,time=TIME,random=PERCENT], program:COMMAND

Examples:
  referee match perfect random
  referee match --dialect reversi search:depth=3 program:./my --games 400
  referee match --save games program:./old program:./new
  referee < games/0001.moves           the first of these games again";

pub(in crate::cli) fn play(arguments: &Match) -> Result<u8, Failure> {
    if arguments.players.contains(&PlayerKind::Human) {
        return Err(failure(
            "people cannot play a match; use `referee --first human --second PLAYER` for one game",
        ));
    }
    let (dialect, seats) = (arguments.which.dialect()?, &arguments.seats);
    let conditions = seats.conditions(&arguments.players, Interrupt::on_signals()?)?;
    let series = Series {
        contestants: contestants(&arguments.players, &dialect, &conditions)?,
        rules: seats.rules(&dialect, &conditions.interrupt),
        conditions,
        games: arguments.games,
        opening: arguments.opening,
        seed: seats.seed(),
    };
    let jobs = arguments.jobs.unwrap_or_else(core_count);
    let results = series.play(arguments.save.as_deref(), jobs)?;
    print(&results.to_string())?;
    if !series.conditions.interrupt.is_raised() {
        return Ok(GOOD);
    }
    anstream::eprintln!("referee: interrupted after {} of {} games", results.games(), series.games);
    Ok(INTERRUPTED)
}
