//! A kind of player with everything that is needed to make a player for each of its games.

use super::conditions::PlayConditions;
use super::{Forfeit, Greedy, Human, Perfect, Player, PlayerKind, Program, Random, Search, Turn};
use judging::dialect::Dialect;
use judging::files::{self, FileError};
use judging::game::AnyPosition;
use judging::process::Command;

/// A player of one game or many.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// Its name in results.
    pub name: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// The lines of a script.
    pub lines: Vec<Vec<u8>>,
    /// The command of a program.
    pub command: Option<Command>,
}

impl Contestant {
    /// A player for one game. The seed determines its random choices.
    pub fn player(&self, conditions: &PlayConditions, seed: u64) -> Box<dyn Player> {
        let command = || self.command.clone().unwrap_or_else(|| Command::new("false", [""; 0]));
        match &self.kind {
            PlayerKind::Human => Box::new(Human::new(conditions.interrupt.clone())),
            PlayerKind::Script(_) => Box::new(Scripted(self.lines.clone().into_iter())),
            PlayerKind::Random => Box::new(Random::new(seed)),
            PlayerKind::Greedy => Box::new(Greedy::new(seed)),
            PlayerKind::Perfect => Box::new(Perfect::default()),
            PlayerKind::Search(options) => Box::new(Search::new(*options, seed)),
            PlayerKind::Program(_) => Box::new(Program::new(command(), conditions.clone())),
        }
    }
}

/// Answers with the lines of a script, and forfeits at its end.
#[derive(Debug)]
struct Scripted(std::vec::IntoIter<Vec<u8>>);

impl Player for Scripted {
    fn answer(&mut self, _turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        self.0.next().ok_or(Forfeit::Silent)
    }
}

/// Why players cannot play a game.
#[derive(Debug, thiserror::Error)]
#[doc(hidden)]
pub enum UnfitPlayers {
    #[error("{0} is no game that players can sit down to")]
    NoGame(String),
    #[error("this board needs {wanted} players, not {given}")]
    Count { wanted: usize, given: usize },
    #[error(transparent)]
    Script(#[from] FileError),
    #[error(
        "`perfect` plays only tic-tac-toe, and reversi for two on up to 16 squares; use `search` for other boards"
    )]
    Unsolved,
}

fn start(dialect: &Dialect) -> Result<AnyPosition, UnfitPlayers> {
    dialect.start().ok_or_else(|| UnfitPlayers::NoGame(dialect.name().to_owned()))
}

/// The players in the seats of a dialect's game, by order of play: people, where no other player is given.
pub fn seated(given: &[Option<PlayerKind>], dialect: &Dialect) -> Result<Vec<PlayerKind>, UnfitPlayers> {
    let last = given.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let count = start(dialect)?.seats().max(last);
    let seats = given.iter().cloned().chain(std::iter::repeat(None)).take(count);
    Ok(seats.map(|seat| seat.unwrap_or(PlayerKind::Human)).collect())
}

/// The players of a dialect's game: scripts are read, and `command` finds the command for the words of a
/// program.
/// Fails with [`UnfitPlayers`], or with the error of `command`.
pub(crate) fn contestants<E: From<UnfitPlayers>>(
    kinds: &[PlayerKind],
    dialect: &Dialect,
    mut command: impl FnMut(&[String]) -> Result<Command, E>,
) -> Result<Vec<Contestant>, E> {
    let start = &start(dialect)?;
    let (wanted, given) = (start.seats(), kinds.len());
    if given != wanted {
        return Err(UnfitPlayers::Count { wanted, given }.into());
    }
    let contestant = |kind: &PlayerKind| {
        let lines = lines(kind, dialect, start)?;
        let command = match kind {
            PlayerKind::Program(words) => Some(command(words)?),
            _ => None,
        };
        Ok(Contestant { name: kind.to_string(), kind: kind.clone(), lines, command })
    };
    kinds.iter().map(contestant).collect()
}

/// The lines of a script; empty for other players, if they can play the game.
fn lines(kind: &PlayerKind, dialect: &Dialect, start: &AnyPosition) -> Result<Vec<Vec<u8>>, UnfitPlayers> {
    match kind {
        PlayerKind::Script(file) => {
            let text = files::take(file, files::TEXT).map_err(FileError::at(file))?;
            Ok(dialect.split(&text))
        }
        PlayerKind::Perfect if !Perfect::solves(start) => Err(UnfitPlayers::Unsolved),
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_sit_where_nobody_else_is_given() {
        let given = [None, Some(PlayerKind::Random), None];
        let seats = seated(&given, &Dialect::Tictactoe).unwrap();
        assert_eq!(seats, [PlayerKind::Human, PlayerKind::Random]);
        let given = [None, None, Some(PlayerKind::Random)];
        assert_eq!(seated(&given, &Dialect::Tictactoe).unwrap().len(), 3);
    }
}
