//! Games between players: their options (clock, sandbox), and `referee --first P --second Q`, one game on the screen.

pub(super) mod series;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};

use super::judge::isolation;
use super::{BAD, Failure, GOOD, INTERRUPTED, print};
use crate::dialect::Dialect;
use crate::golf::contestants;
use crate::player::table::{self, End, MatchRules};
use crate::player::{Clock, Forfeit, PlayConditions, PlayerKind, longest_game, seated};
use crate::process::{Interrupt, Isolation};

/// The heading of players and their conditions.
pub(super) const PLAYERS: &str = "Players";

/// Options of every game between players, of which there are to be some: `players`.
#[derive(Debug, Args)]
#[group(id = "seats-arguments")]
#[command(next_help_heading = PLAYERS)]
pub(super) struct Arguments {
    /// Time for each player, with an optional increment per move: `60s` or `60s+1s`
    #[arg(long, value_name = "TIME", requires = "players")]
    clock: Option<Clock>,

    /// After an illegal move: forfeit the game, or ask again
    #[arg(long = "on-illegal", value_name = "WHAT", value_parser = on_illegal(), action = ArgAction::Set,
          default_value = "forfeit", requires = "players")]
    asks_again: bool,

    /// Random seed [default: a new one each time]
    #[arg(long, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,

    #[command(flatten)]
    isolation: isolation::Arguments,
}

/// Whether a player may try again after an illegal move.
fn on_illegal() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["forfeit", "ask-again"]).map(|what| what == "ask-again")
}

impl Arguments {
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }

    fn rules(&self, dialect: &Dialect, interrupt: &Interrupt) -> MatchRules {
        MatchRules {
            dialect: dialect.clone(),
            clock: self.clock,
            asks_again: self.asks_again,
            interrupt: Some(interrupt.clone()),
            opening: Vec::new(),
        }
    }

    /// The conditions for programs among these players; without programs nothing is tried.
    fn conditions(&self, seats: &[PlayerKind], interrupt: Interrupt) -> Result<PlayConditions, Failure> {
        let has_program = seats.iter().any(|seat| matches!(seat, PlayerKind::Program(_)));
        let isolation = if has_program { self.isolation.choose()? } else { Isolation::none() };
        Ok(PlayConditions { isolation, wall: longest_game(seats, self.clock), interrupt })
    }
}

/// Plays one game on the screen.
pub(super) fn play(
    arguments: &Arguments,
    dialect: &Dialect,
    given: [Option<PlayerKind>; 3],
) -> Result<u8, Failure> {
    let seats = seated(&given, dialect)?;
    let interrupt = Interrupt::on_signals()?;
    let conditions = arguments.conditions(&seats, interrupt.clone())?;
    let seed = arguments.seed();
    let contestants = contestants(&seats, dialect, &conditions)?;
    let mut players: Vec<_> =
        (seed..).zip(&contestants).map(|(seed, contestant)| contestant.player(&conditions, seed)).collect();
    let played = table::play(&arguments.rules(dialect, &interrupt), &mut players, &mut std::io::stdout())?;
    match &played.end {
        End::Over(_) => Ok(GOOD),
        End::Forfeited(_, Forfeit::BrokenOff) => Ok(INTERRUPTED),
        End::Forfeited(side, why) => {
            let who = dialect.side_name(*side);
            print(&format!("{who} ({}) forfeits: {why}\n", contestants[side.index()].name))?;
            Ok(BAD)
        }
    }
}
