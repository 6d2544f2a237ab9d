//! Games that are played from a held process: where they begin alike, by one process for all of them.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::process::{PidfdFlags, pidfd_open};

use super::fork::{Halt, Runner, dismiss};
use super::measure::Measure;
use super::node::Node;
use super::patience::{Patience, Terms};
use super::streams::Streams;
use super::trace::{Registers, Tracee};
use super::{Cold, Game, Played, feed};
use crate::execution::{Ending, Execution, Usage};
use crate::process::pump::ending_of;

/// How long a game may take. Whoever takes longer gains nothing by being played by a fork.
const PLAYED: Duration = Duration::from_secs(1);

/// What came of games, each at its place.
pub(in crate::process) type Harvest = Vec<Option<Played>>;

/// A walk through the tree of all games.
pub(super) struct Walk<'a> {
    pub(super) terms: &'a Terms<'a>,
    pub(super) streams: &'a mut Streams,
    pub(super) games: &'a [Game],
    pub(super) played: Harvest,
    pub(super) measure: Measure,
    /// The time until the first read, which is no part of a game.
    pub(super) start_up: Duration,
}

/// A process on its way from the fork that made it, and whom it plays for.
struct Path<'g> {
    tracee: Tracee,
    /// The places of its games, which are the same so far.
    games: &'g [usize],
    /// How much of their input was given.
    given: usize,
    /// What was used before: time until `since`, and processor time by others than this process.
    before: Usage,
    since: Instant,
    /// Its own processor time that was spent on forks, and is no part of a game.
    on_forks: Duration,
    has_stdin: bool,
    has_clock: bool,
    is_shared: bool,
}

impl<'a> Walk<'a> {
    /// Plays these games, which are in order of their input, from a node; all of them by forks.
    pub(super) fn from(&mut self, root: &Node, games: &[usize]) -> Result<(), Cold> {
        for alike in self.alike(games, 0, root.room) {
            self.branch_off(root, alike, 0)?;
        }
        Ok(())
    }

    /// Those of the games together that answer the next read alike.
    fn alike<'g>(&self, games: &'g [usize], given: usize, room: usize) -> Vec<&'g [usize]> {
        games.chunk_by(|one, other| self.next(*one, given, room) == self.next(*other, given, room)).collect()
    }

    /// What a game answers a read with, as a pipe would that holds all its lines.
    fn next(&self, game: usize, given: usize, room: usize) -> &[u8] {
        let rest = &self.games[game].input[given..];
        &rest[..room.min(rest.len())]
    }

    /// Plays games by a fork of a held process.
    fn branch_off(&mut self, node: &Node, games: &[usize], given: usize) -> Result<(), Cold> {
        if self.measure.is_enough() {
            return Err(Cold::this_time("takes too long"));
        }
        let since = Instant::now();
        node.set_back(self.streams)?;
        let patience = Patience { terms: self.terms, until: since + PLAYED };
        let tracee = node.fork(&mut || patience.look(self.streams))?;
        let mut path = Path {
            tracee,
            games,
            given,
            before: node.used,
            since,
            on_forks: Duration::ZERO,
            has_stdin: true,
            has_clock: false,
            is_shared: given > 0 || games.len() > 1,
        };
        self.answer(&mut path, &node.read, node.room)?;
        self.follow(path)?;
        if node.is_quiet() {
            return Ok(());
        }
        games.iter().for_each(|game| self.played[*game] = None);
        Err(Cold::for_good("does something to its streams"))
    }

    /// Lets a process go on until all its games are played.
    fn follow(&mut self, mut path: Path<'_>) -> Result<(), Cold> {
        loop {
            match self.run(&mut path)? {
                Halt::Reads(read) => {
                    let room = feed::room(path.tracee, &read)?;
                    if self.alike(path.games, path.given, room).len() > 1 {
                        return self.branch(path, read);
                    }
                    self.answer(&mut path, &read, room)?;
                }
                Halt::SetsClock => path.has_clock = true,
                Halt::TidiesUp => {
                    let patience = self.patience(&path);
                    let used = dismiss(path.tracee, &mut || patience.look(self.streams))?;
                    return self.end(&path, Ending::Dismissed, used);
                }
                Halt::Gone(status, used) => return self.end(&path, ending_of(status), used),
            }
        }
    }

    fn run(&mut self, path: &mut Path<'_>) -> Result<Halt, Cold> {
        let patience = self.patience(path);
        let may_be_dismissed = path.games.iter().all(|game| self.games[*game].may_be_dismissed);
        let tick = &mut || patience.look(self.streams);
        let mut runner = Runner { tracee: path.tracee, has_stdin: path.has_stdin, may_be_dismissed, tick };
        let halt = runner.run();
        path.has_stdin = runner.has_stdin;
        halt
    }

    /// Holds a process whose games part here. All of them but the last go on by forks, and that one in
    /// the process itself.
    fn branch(&mut self, mut path: Path<'_>, read: Registers) -> Result<(), Cold> {
        let node = self.hold(&path, read)?;
        let alike = self.alike(path.games, path.given, node.room);
        let Some((last, others)) = alike.split_last() else { return Ok(()) };
        for games in others {
            self.branch_off(&node, games, path.given)?;
        }
        path.since = Instant::now();
        node.set_back(self.streams)?;
        path.on_forks += node.leave()?;
        path.before = Usage { cpu: path.before.cpu, ..node.used };
        path.games = last;
        self.answer(&mut path, &read, node.room)?;
        self.follow(path)
    }

    fn hold(&mut self, path: &Path<'_>, read: Registers) -> Result<Node, Cold> {
        if path.has_clock {
            return Err(Cold::for_good("sets a clock before it reads on"));
        }
        let pidfd = pidfd_open(path.tracee.0, PidfdFlags::empty()).map_err(std::io::Error::from)?;
        let before = Usage { wall: path.wall(), ..path.before };
        let patience = self.patience(path);
        let mut node = Node::hold(path.tracee, pidfd.as_fd(), read, before, self.streams, &patience)?;
        node.used = path.without_forks(node.used);
        Ok(node)
    }

    fn answer(&self, path: &mut Path<'_>, read: &Registers, room: usize) -> Result<(), Cold> {
        let bytes = self.next(path.games[0], path.given, room);
        path.given += bytes.len();
        feed::answer(path.tracee, read, bytes)
    }

    fn patience(&self, path: &Path<'_>) -> Patience<'a> {
        let spent = path.before.wall.saturating_sub(self.start_up);
        Patience { terms: self.terms, until: path.since + PLAYED.saturating_sub(spent) }
    }

    /// Takes what a process did that is gone.
    fn end(&mut self, path: &Path<'_>, ending: Ending, own: Usage) -> Result<(), Cold> {
        let wall = path.wall();
        self.streams.take()?;
        self.terms.check(self.streams)?;
        let memory = own.memory.max(path.before.memory);
        let usage = path.without_forks(Usage { wall, cpu: path.before.cpu + own.cpu, memory });
        let [stdout, stderr] = self.streams.written.clone();
        let limits = self.terms.limits;
        if stdout.len().max(stderr.len()) > limits.output || limits.passed_by(&usage).is_some() {
            return Err(Cold::this_time("goes beyond a limit"));
        }
        let execution = Execution { stdout, stderr, ending, usage, dialogue: None };
        self.measure.add(path.games.len(), &execution);
        for game in path.games {
            self.played[*game] =
                Some(Played { execution: execution.clone(), is_shared: path.is_shared, is_first: false });
        }
        Ok(())
    }
}

impl Path<'_> {
    /// How long its games have taken.
    fn wall(&self) -> Duration {
        self.before.wall + self.since.elapsed()
    }

    fn without_forks(&self, used: Usage) -> Usage {
        Usage { cpu: used.cpu.saturating_sub(self.on_forks), ..used }
    }
}
