//! Many sessions in little memory.

/// The lines that a program is given, none of which has a line feed.
pub type Session = Vec<Vec<u8>>;

/// Sessions, as their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sessions {
    /// All lines, each with a line feed.
    bytes: Vec<u8>,
    /// Where each session ends.
    ends: Vec<usize>,
}

impl Sessions {
    /// Adds a session.
    pub fn push(&mut self, session: &[Vec<u8>]) {
        session.iter().for_each(|line| {
            self.bytes.extend_from_slice(line);
            self.bytes.push(b'\n');
        });
        self.ends.push(self.bytes.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The session at a place.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&self, place: usize) -> Session {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        let lines = self.bytes[start..self.ends[place]].split_inclusive(|byte| *byte == b'\n');
        lines.map(|line| line[..line.len() - 1].to_vec()).collect()
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Session> {
        (0..self.len()).map(|place| self.get(place))
    }
}
