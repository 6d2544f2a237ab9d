//! How programs are judged: the profile, the input format and the feed mode.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::super::{Failure, failure};
use super::names::{OrAuto, name, name_or_auto};
use judging::dialect::Dialect;
use judging::execution::FeedMode;
use judging::runner::Settings;
use judging::suite::InputFormat;
use judging::transcript::Profile;

#[derive(Debug, Args)]
#[command(next_help_heading = "Input and output")]
pub(super) struct IoArguments {
    /// Accept whatever the challenge allows (golf), or only the exact bytes of the reference (exact)
    #[arg(long, value_name = "PROFILE", value_parser = name::<Profile>(), default_value = "golf")]
    profile: Profile,

    /// How a program takes its input (auto: found by one run in each format)
    #[arg(long, value_name = "FORMAT", value_parser = input(), default_value = "auto")]
    input: OrAuto<&'static [InputFormat]>,

    /// When a program gets its input: all at the start (ahead), or each line when it waits for one, on a pipe
    /// (turn) or a terminal (terminal); auto is ahead, or turn where programs may drop early input
    #[arg(long, value_name = "MODE", value_parser = name_or_auto::<FeedMode>(), default_value = "auto")]
    feed: OrAuto<FeedMode>,
}

impl IoArguments {
    /// Refuses options that mean nothing for this challenge.
    pub(super) fn check(&self, dialect: &Dialect) -> Result<(), Failure> {
        let is_usual = self.profile == Profile::default() && self.input.0.is_none() && self.feed.0.is_none();
        if dialect.whole().is_some() && !is_usual {
            return Err(failure(
                "a challenge of whole cases is judged without --profile, --input and --feed",
            ));
        }
        Ok(())
    }

    pub(super) fn applied_to(&self, mut usual: Settings) -> Settings {
        if self.profile != Profile::default() {
            usual.criteria.profile = self.profile;
        }
        usual.conditions.feed = self.feed.0;
        Settings { formats: self.input.0.unwrap_or(usual.formats), ..usual }
    }
}

/// Takes the name of an input format, or `auto`.
fn input() -> impl TypedValueParser<Value = OrAuto<&'static [InputFormat]>> {
    let names = ["auto"].into_iter().chain(InputFormat::by_name().map(|(name, _)| name));
    let of_name = |name: String| InputFormat::by_name().find(|(known, _)| *known == name);
    PossibleValuesParser::new(names).map(move |name| OrAuto(of_name(name).map(|(_, formats)| formats)))
}
