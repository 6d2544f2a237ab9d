//! The held program: started, let run to its first read, and held there for all games.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::fork::{Halt, Runner, wait};
use super::measure::Measure;
use super::node::Node;
use super::patience::{Patience, Terms};
use super::streams::Streams;
use super::trace::{Registers, Stop, Tracee, tick};
use super::walk::{Harvest, Walk};
use super::{Cold, Game, watch};
use crate::execution::Usage;
use crate::process::launch::Launch;
use crate::process::pump::Kin;
use crate::process::sandbox::tree::Tree;

/// How long a candidate may take to its first read. Whoever takes longer is not held up by starting.
const ENGAGED: Duration = Duration::from_secs(2);

/// How often a wait is interrupted to see to everything else.
const TICK: Duration = Duration::from_millis(20);

/// How many games are played from one process, at least and at most. What it drew as random before its
/// first read is the same in all of them, so now and then it draws again. Which games share a start is
/// chance, so that no program can count on it.
const GAMES: std::ops::RangeInclusive<usize> = 20..=50;

/// A program that stands in its first read of standard input: the root of all trees.
pub(in crate::process) struct Held {
    root: Node,
    streams: Streams,
    games: usize,
    /// How many are to be played.
    most: usize,
    /// Ends it and whatever came of it when it goes.
    _kin: Kinsfolk,
}

/// All that was started here; ended when it is dropped.
struct Kinsfolk {
    leader: Pid,
    is_alone: bool,
}

impl Drop for Kinsfolk {
    fn drop(&mut self) {
        let _ = Tree::new(self.is_alone).end(self.leader);
    }
}

/// The watch for those that are to be held; none where that has not been tried.
pub(in crate::process) fn launch_watch() -> Option<Vec<libc::sock_filter>> {
    watch::program()
}

impl Held {
    /// Starts a program and lets it run to its first read.
    ///
    /// # Errors
    /// Why it cannot be held.
    pub(in crate::process) fn start(launch: &Launch, terms: &Terms<'_>) -> Result<Held, Cold> {
        let began = Instant::now();
        let mut streams = Streams::new(terms.limits.output)?;
        tick(TICK);
        let (leader, pidfd) = launch.start_on(streams.theirs(), false)?;
        let kin = Kinsfolk { leader, is_alone: terms.is_alone };
        let tracee = Tracee(leader);
        let patience = Patience { terms, until: began + ENGAGED };
        let for_good = |cold| Cold { is_for_good: true, ..cold };
        let read = engage(tracee, &patience, &mut streams).map_err(for_good)?;
        if !streams.is_unread()? {
            return Err(Cold::for_good("reads standard input by another way"));
        }
        streams.settle()?;
        let used = Usage { wall: began.elapsed(), ..Usage::default() };
        let root =
            Node::hold(tracee, pidfd.as_fd(), read, used, &mut streams, &patience).map_err(for_good)?;
        Ok(Held { root, streams, games: 0, most: fastrand::usize(GAMES), _kin: kin })
    }

    /// Whether enough games were played from it.
    pub(in crate::process) fn is_worn(&self) -> bool {
        self.games >= self.most
    }

    /// Plays games, those together that begin alike, and gives each at its place; or the first few that were
    /// played, and why the others were not. After that nothing is left of any process but the held one, but
    /// for an error, after which this is to be dropped.
    pub(in crate::process) fn play(&mut self, games: &[Game], terms: &Terms<'_>) -> (Harvest, Option<Cold>) {
        let is_new = self.games == 0;
        self.games += games.len();
        let mut sorted: Vec<usize> = (0..games.len()).collect();
        sorted.sort_by(|one, other| games[*one].input.cmp(&games[*other].input));
        let mut walk = Walk {
            terms,
            streams: &mut self.streams,
            games,
            played: vec![None; games.len()],
            measure: Measure::begin(),
            start_up: self.root.used.wall,
        };
        let cold = walk.from(&self.root, &sorted).err();
        let mut played = walk.played;
        if let Some(first) = played.iter_mut().flatten().next() {
            first.is_first = is_new;
        }
        (played, cold)
    }
}

/// Lets a process that has just been started run to its first read.
fn engage(tracee: Tracee, patience: &Patience<'_>, streams: &mut Streams) -> Result<Registers, Cold> {
    let mut look = || patience.look(streams);
    let Stop::Signal(libc::SIGTRAP) = wait(tracee, &mut look)? else {
        return Err(Cold::for_good("cannot be traced"));
    };
    tracee.set_options()?;
    let mut runner = Runner { tracee, has_stdin: true, may_be_dismissed: false, tick: &mut look };
    match runner.run()? {
        Halt::Reads(read) => Ok(read),
        Halt::SetsClock => Err(Cold::for_good("sets a clock before it reads")),
        Halt::TidiesUp | Halt::Gone(..) => Err(Cold::for_good("does not read standard input")),
    }
}
