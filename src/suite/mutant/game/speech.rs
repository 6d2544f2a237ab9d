//! The output of a faulty referee, part by part, with its deviations.

use super::super::protocol::Part;
use super::Game;

impl Game<'_> {
    pub(super) fn say_invalid(&mut self, line: &[u8]) {
        let parts = self.referee.protocol.refusal;
        if self.deviations.board_after_refusal {
            let invalid = parts.iter().position(|&part| part == Part::Invalid).map_or(0, |place| place + 1);
            self.say(&parts[..invalid], line);
            self.say(&[Part::Board], line);
            self.say(&parts[invalid..], line);
        } else {
            self.say(parts, line);
        }
    }

    pub(super) fn say_asking(&mut self, line: &[u8]) {
        if self.deviations.board_after_refusal {
            self.say(&[Part::Board], line);
        }
        self.say(&[Part::Prompt], line);
    }

    pub(super) fn say(&mut self, parts: &[Part], line: &[u8]) {
        let wording = &self.referee.wording;
        for part in parts {
            let text = &mut self.text;
            match part {
                Part::Board => wording.write_board(&self.squares, text),
                Part::BoardBefore => wording.write_board(&self.before, text),
                Part::Prompt => text.extend_from_slice(wording.prompts[self.turn.index()].as_bytes()),
                Part::OtherPrompt => {
                    text.extend_from_slice(wording.prompts[self.turn.other().index()].as_bytes());
                }
                Part::Invalid => {
                    text.extend_from_slice(wording.invalid.as_bytes());
                    text.extend_from_slice(wording.invalid_end.as_bytes());
                }
                Part::Result => wording.write_result(self.winner, text),
                Part::Input => {
                    text.extend_from_slice(line);
                    text.push(b'\n');
                }
                Part::Text(words) => text.extend_from_slice(words.as_bytes()),
            }
        }
    }
}
