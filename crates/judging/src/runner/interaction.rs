//! Conversations for a case, `NAME.interaction`: what a program writes to the validator, and what it reads.
//! They show people how to talk with it, so the validator must really answer like this.

use super::candidate_report::objection;
use super::player::{Player, Target};
use super::settings::Settings;
use crate::dialect::WholeCase;
use crate::process::{Command, Interrupt, RunError};
use crate::suite::{Case, IoMode};
use crate::transcript::visible_line;

/// How long a conversation may be, in lines.
const LONGEST: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Interaction(Vec<Line>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    /// A line that a program writes.
    Written(String),
    /// A line that it reads.
    Read(String),
}

impl Interaction {
    /// Reads the lines of a file, each after `>` if a program writes it and after `<` if the validator does.
    fn read(text: &str) -> Result<Interaction, String> {
        let line = |(number, line): (usize, &str)| match line.split_at_checked(1) {
            Some((">", line)) if line.contains('\0') => Err(format!("line {} has a NUL", number + 1)),
            Some((">", line)) => Ok(Line::Written(line.to_owned())),
            Some(("<", read)) => Ok(Line::Read(read.to_owned())),
            _ => Err(format!("line {} begins neither with < nor with >", number + 1)),
        };
        let lines: Vec<_> = text.lines().enumerate().map(line).collect::<Result<_, _>>()?;
        match lines.len() {
            0 => Err("it is empty".to_owned()),
            1..=LONGEST => Ok(Interaction(lines)),
            _ => Err(format!("it has more than {LONGEST} lines")),
        }
    }

    /// A program that writes these lines, each after it has read those before it.
    fn program(&self) -> Command {
        let line = |line: &Line| match line {
            Line::Written(line) => format!("printf '%s\\n' '{}'\n", line.replace('\'', r"'\''")),
            Line::Read(_) => "read -r line\n".to_owned(),
        };
        let script: String = self.0.iter().map(line).collect();
        Command::new("/bin/sh", ["-c", &script])
    }

    /// The difference if this is the validator's whole output; the number of spaces does not count.
    fn difference(&self, conversation: &str) -> Option<String> {
        let wanted: Vec<_> = self.0.iter().filter_map(Line::read).collect();
        let found: Vec<_> = conversation.lines().filter_map(|line| line.strip_prefix('<')).collect();
        let is_same = |one: &str, other: &str| one.split_whitespace().eq(other.split_whitespace());
        let shown = |line: Option<&&str>| {
            line.map_or_else(|| "nothing".to_owned(), |line| format!("`{}`", visible_line(line.as_bytes())))
        };
        let places = 0..wanted.len().max(found.len());
        let at = places.into_iter().find(|place| match (wanted.get(*place), found.get(*place)) {
            (Some(one), Some(other)) => !is_same(one, other),
            _ => true,
        })?;
        Some(format!("the validator says {} instead of {}", shown(found.get(at)), shown(wanted.get(at))))
    }
}

impl Line {
    fn read(&self) -> Option<&str> {
        match self {
            Line::Read(read) => Some(read),
            Line::Written(_) => None,
        }
    }
}

/// The difference to the conversation for a case, if there is one: with these lines, the validator must give the same
/// answers and accept the program.
pub(crate) fn contradiction(
    settings: &Settings,
    case: &WholeCase,
    interrupt: &Interrupt,
) -> Result<Option<String>, RunError> {
    let Some(conversation) = &case.conversation else { return Ok(None) };
    let mut player = Player::new(settings, interrupt)?;
    let Some(files) = player.files() else { return Ok(None) };
    let text = files.read(conversation)?;
    let interaction = match Interaction::read(&String::from_utf8_lossy(&text)) {
        Ok(interaction) => interaction,
        Err(why) => return Ok(Some(why)),
    };
    let case = Case::whole(settings.dialect(), &case.name);
    let target = Target { command: &interaction.program(), mode: IoMode::default() };
    let (run, result) = player.play(target, &case)?;
    let conversation = run.assessment.as_ref().and_then(|assessment| assessment.conversation.as_deref());
    let difference = interaction.difference(conversation.unwrap_or_default());
    let refusal = (!result.is_accepted()).then(|| {
        let why = objection(&run);
        format!("the verdict is {}: {}", result.verdict.name(), why.lines().next().unwrap_or_default())
    });
    Ok(difference.or(refusal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_speaker() {
        let lines =
            [Line::Read("10".to_owned()), Line::Written("5 \\ '".to_owned()), Line::Read(String::new())];
        assert_eq!(Interaction::read("<10\n>5 \\ '\n<\n"), Ok(Interaction(lines.into())));
        for (text, why) in [("", "empty"), ("<1\n2\n", "line 2"), ("<1\n---\n<2", "line 2"), ("é", "line 1")]
        {
            assert!(Interaction::read(text).unwrap_err().contains(why), "{text}");
        }
    }

    #[test]
    fn the_first_line_that_differs_is_told() {
        let interaction = Interaction::read("<1 2\n>x\n<3\n").unwrap();
        assert_eq!(interaction.difference("<1  2\n>x\n<3\n"), None);
        let differs = |output: &str| interaction.difference(output).unwrap();
        assert_eq!(differs("<1 2\n>x\n<4\n"), "the validator says `4` instead of `3`");
        assert_eq!(differs("<1 2\n>x\n"), "the validator says nothing instead of `3`");
        assert_eq!(differs("<1 2\n>x\n<3\n<5"), "the validator says `5` instead of nothing");
    }
}
