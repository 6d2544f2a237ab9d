//! The players of `referee` in a build without them.

use clap::Args;

use super::Failure;
use super::absent::{Words, absent};
use judging::dialect::Dialect;

/// Options that say how to get what they need.
#[derive(Debug, Args)]
pub(super) struct Players {
    #[arg(long, hide = true, value_name = "PLAYER", conflicts_with = "inputs")]
    first: Option<String>,

    #[arg(long, hide = true, value_name = "PLAYER", conflicts_with = "inputs")]
    second: Option<String>,

    #[arg(long, hide = true, value_name = "PLAYER", conflicts_with = "inputs")]
    third: Option<String>,

    #[arg(long, hide = true, value_name = "SIDE")]
    seat: Option<String>,

    #[arg(long, hide = true, value_name = "FOLDER")]
    table: Option<String>,

    /// Random seed [default: a new one each time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

/// Play a series of games, with each player in every seat (not in this build)
#[derive(Debug, Args)]
pub(super) struct Match {
    #[command(flatten)]
    _words: Words,
}

impl Players {
    pub(super) fn are_given(&self) -> bool {
        self.given().is_some()
    }

    pub(super) fn seed(&self) -> Option<u64> {
        self.seed
    }

    pub(super) fn play(self, _: &Dialect) -> Result<u8, Failure> {
        Err(absent(&format!("referee --{}", self.given().unwrap_or_default()), "play"))
    }

    fn given(&self) -> Option<&'static str> {
        let options = [
            ("first", &self.first),
            ("second", &self.second),
            ("third", &self.third),
            ("seat", &self.seat),
            ("table", &self.table),
        ];
        options.into_iter().find_map(|(name, value)| value.as_ref().map(|_| name))
    }
}

pub(super) fn play_match(_: &Match) -> Result<u8, Failure> {
    Err(absent("referee match", "play"))
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::super::FAILED;
    use super::*;

    #[test]
    fn every_option_names_the_feature_that_it_needs() {
        let referee = Players::augment_args(clap::Command::new("referee").arg(clap::arg!([inputs])));
        for option in ["--first", "--second", "--third", "--seat", "--table"] {
            let matches = referee.clone().try_get_matches_from(["referee", option, "perfect"]).unwrap();
            let players = Players::from_arg_matches(&matches).unwrap();
            let why = players.play(&Dialect::Tictactoe).unwrap_err();
            assert!(why.what.starts_with(&format!("this build has no `referee {option}`;")), "{}", why.what);
            assert!(why.what.ends_with("cargo install --path . --features play"), "{}", why.what);
            assert_eq!(why.code, FAILED);
        }
    }
}
