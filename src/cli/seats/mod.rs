//! Games between players: their options (clock, sandbox), and `referee --first P --second Q`, one game on the screen.

mod series;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};

use super::judge::isolation;
use super::{BAD, Failure, GOOD, INTERRUPTED, greet, print, unless_closed};
use judging::dialect::Dialect;
use judging::process::{Interrupt, Isolation};
use play::bots::contestants;
use play::player::table::{self, End, MatchRules};
use play::player::{Clock, Forfeit, PlayConditions, PlayerKind, longest_game, seated};

pub(super) use series::{Match, play as play_match};

const PLAYERS: &str = "Players";

/// The players of one game.
#[derive(Debug, Args)]
pub(super) struct Players {
    /// First player: human, script:FILE, random, greedy, perfect, search[:depth=N,time=TIME,random=PERCENT] or
    /// program:COMMAND [default: human]
    #[arg(long, value_name = "PLAYER", help_heading = PLAYERS, conflicts_with_all = ["inputs", "table"])]
    first: Option<PlayerKind>,

    /// Second player
    #[arg(long, value_name = "PLAYER", help_heading = PLAYERS, conflicts_with_all = ["inputs", "table"])]
    second: Option<PlayerKind>,

    /// Third player, on a board for three
    #[arg(long, value_name = "PLAYER", help_heading = PLAYERS, conflicts_with_all = ["inputs", "table"])]
    third: Option<PlayerKind>,

    #[command(flatten)]
    conditions: SeatsArguments,
}

/// Options of every game between players, of which there are to be some: `players`.
#[derive(Debug, Args)]
#[command(next_help_heading = PLAYERS)]
struct SeatsArguments {
    /// Time for each player, with an optional increment per move: `60s` or `60s+1s`
    #[arg(long, value_name = "TIME", requires = "players")]
    clock: Option<Clock>,

    /// After an illegal move: forfeit the game, or ask again
    #[arg(long = "on-illegal", value_name = "WHAT", value_parser = on_illegal(), action = ArgAction::Set,
          default_value = "forfeit", requires = "players")]
    asks_again: bool,

    /// Random seed [default: a new one each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    #[command(flatten)]
    isolation: isolation::IsolationArguments,
}

/// Whether a player may try again after an illegal move.
fn on_illegal() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["forfeit", "ask-again"]).map(|what| what == "ask-again")
}

impl SeatsArguments {
    fn seed(&self) -> u64 {
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

impl Players {
    /// Whether there are any.
    pub(super) fn are_given(&self) -> bool {
        self.first.is_some() || self.second.is_some() || self.third.is_some()
    }

    /// The random seed, if one is given.
    pub(super) fn seed(&self) -> Option<u64> {
        self.conditions.seed
    }

    /// Plays one game on the screen.
    pub(super) fn play(self, dialect: &Dialect) -> Result<u8, Failure> {
        let arguments = self.conditions;
        let seats = seated(&[self.first, self.second, self.third], dialect)?;
        let interrupt = Interrupt::on_signals()?;
        let conditions = arguments.conditions(&seats, interrupt.clone())?;
        let seed = arguments.seed();
        let contestants = contestants(&seats, dialect, &conditions)?;
        let mut players: Vec<_> = (seed..)
            .zip(&contestants)
            .map(|(seed, contestant)| contestant.player(&conditions, seed))
            .collect();
        if seats.iter().any(|seat| matches!(seat, PlayerKind::Human)) {
            greet(dialect);
        }
        let rules = arguments.rules(dialect, &interrupt);
        let played = match table::play(&rules, &mut players, &mut std::io::stdout()) {
            Ok(played) => played,
            stopped => return unless_closed("the game stopped", stopped).map(|()| GOOD),
        };
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
}
