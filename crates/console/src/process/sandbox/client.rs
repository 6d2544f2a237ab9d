//! The judge's side of the sandbox: it starts helpers, sends them orders, and starts another helper when a
//! candidate needs a different view or has left something that cannot be removed.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::process::{Pid, PidfdFlags};
use serde::de::DeserializeOwned;

use super::cgroup::{Count, Group, Groups};
use super::enter::NOBODY;
use super::isolation::{Isolation, Unavailable};
use super::message::{Answer, Batch, BatchResult, Entered, Order, Question, Setup, receive, send};
use super::view::View;
use super::{leftovers, worker};
use crate::execution::{Ending, Execution, FeedMode, Level, Limits, ProgramInput};
use crate::files::Bundle;
use crate::process::command::{Command, MakeOutcome, Making};
use crate::process::cores::{self, Core};
use crate::process::error::RunError;
use crate::process::interrupt::Interrupt;
use crate::process::poll::wait_until;
use crate::process::scratch::Scratch;
use crate::process::terminal::Terminal;
use crate::process::turns::LineSource;
use crate::process::warm_game::{NotRestorable, WarmGame};

/// How much longer than its run a helper may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs candidates in a sandbox, one after the other, through helpers.
#[derive(Debug)]
pub(in crate::process) struct SandboxClient {
    isolation: Isolation,
    helper: Option<Helper>,
    /// A separate helper for warm starts.
    snapshot_server: Option<Helper>,
    /// The core that belongs to this client alone.
    core: Core,
    /// Whether helpers stay on that core; those that hold candidates always do.
    stays: bool,
    /// The view of the command that ran last. Finding it takes a third of the time of a run.
    viewed: Option<(Command, View)>,
}

/// A helper that has entered its sandbox.
#[derive(Debug)]
struct Helper {
    setup: Setup,
    process: Child,
    socket: UnixStream,
    /// Its control group, at the level that has them.
    group: Option<Group>,
    /// The user that it has become.
    user: u32,
    /// The folder where its candidates work; removed after the helper has ended.
    _folder: Option<Scratch>,
}

enum Silence {
    Interrupted,
    /// The helper is gone, or as good as gone.
    Lost(io::Error),
}

impl SandboxClient {
    pub(in crate::process) fn new(isolation: Isolation) -> SandboxClient {
        let core = Core::take();
        SandboxClient { isolation, helper: None, snapshot_server: None, core, stays: false, viewed: None }
    }

    /// Keeps all helpers on this client's core from now on, and returns its number.
    pub(in crate::process) fn stay(&mut self) -> usize {
        self.stays = true;
        self.core.number()
    }

    /// Starts a helper for no particular command.
    pub(super) fn try_out(&mut self) -> Result<(), Unavailable> {
        let setup = self.setup(View::default(), &Limits::default());
        self.start(setup)
    }

    pub(in crate::process) fn run(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<Execution, RunError> {
        let order = self.order(command, input, limits);
        self.obey(command, order, None, limits, interrupt).map(|(execution, _)| execution)
    }

    /// Makes a run of a command whose lines are chosen while it runs.
    pub(in crate::process) fn run_guided(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        guide: &mut dyn LineSource,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<Execution, RunError> {
        let order = self.order(command, input, limits);
        self.obey(command, order, Some(guide), limits, interrupt).map(|(execution, _)| execution)
    }

    /// Runs a command that makes something from the given files.
    pub(in crate::process) fn make(
        &mut self,
        making: &Making,
        input: &ProgramInput,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<MakeOutcome, RunError> {
        let (given, wanted) = (making.given.clone(), Some(making.wanted.clone()));
        let order = Order { given, wanted, ..order(&making.command, input, limits) };
        self.obey(&making.command, order, None, limits, interrupt)
    }

    fn obey(
        &mut self,
        command: &Command,
        order: Order,
        mut guide: Option<&mut dyn LineSource>,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<MakeOutcome, RunError> {
        let view = self.view(command);
        let setup = self.setup(view, limits);
        // A helper may be lost through no fault of this candidate; if a second one is lost, too, it is this
        // candidate's fault.
        let mut lost = String::new();
        for _ in 0..2 {
            let helper = self.ready(&setup)?;
            let again = guide.as_mut().map(|guide| &mut **guide as &mut dyn LineSource);
            match helper.make(&order, again, limits, interrupt) {
                Ok((outcome, made, is_clean)) => {
                    if !is_clean {
                        self.helper = None;
                    }
                    return outcome.map(|execution| (execution, made));
                }
                Err(why) => {
                    self.helper = None;
                    lost = format!("the sandbox failed: {why}");
                }
            }
        }
        Ok((Execution::of_nothing(Ending::Lost(lost)), None))
    }

    /// Plays these games with a program that was started before: all of them, or the first few.
    pub(in crate::process) fn run_warm(
        &mut self,
        command: &Command,
        games: Vec<WarmGame>,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<BatchResult, RunError> {
        if !self.isolation.given.is_empty() || !command.given.is_empty() {
            return Ok(none(NotRestorable::for_good("is given files, which it may change")));
        }
        let helper = match self.snapshot_server(command, limits) {
            Ok(helper) => helper,
            Err(cold) => return Ok(none(cold)),
        };
        let batch = Batch { order: order(command, &ProgramInput::default(), limits), games };
        let obeyed = send(&mut helper.socket, &batch)
            .map_err(Silence::Lost)
            .and_then(|()| helper.receive(limits, interrupt));
        if obeyed.is_err() {
            self.snapshot_server = None;
        }
        match obeyed {
            Ok(warmed) => Ok(warmed),
            Err(Silence::Interrupted) => Err(RunError::Interrupted),
            Err(Silence::Lost(why)) => Ok(none(why)),
        }
    }

    /// A helper that holds candidates, in a sandbox for this command.
    fn snapshot_server(&mut self, command: &Command, limits: &Limits) -> Result<&mut Helper, NotRestorable> {
        let view = self.view(command);
        let setup = Setup { is_warm: true, core: Some(self.core.number()), ..self.setup(view, limits) };
        if self.snapshot_server.as_ref().is_none_or(|helper| helper.setup != setup) {
            self.snapshot_server = None;
            let (helper, entered) = Helper::start(&self.isolation, setup)?;
            entered.map_err(|(what, why)| NotRestorable::for_good(format!("{what}: {why}")))?;
            self.snapshot_server = Some(helper);
        }
        self.snapshot_server.as_mut().ok_or_else(|| NotRestorable::for_good("ended unexpectedly"))
    }

    /// A run with the files that every run is given.
    fn order(&self, command: &Command, input: &ProgramInput, limits: &Limits) -> Order {
        let given = self.isolation.given_to(command);
        let is_read_only = self.isolation.is_read_only;
        Order { given, is_read_only, ..order(command, input, limits) }
    }

    fn view(&mut self, command: &Command) -> View {
        match &self.viewed {
            Some((of, view)) if of == command => view.clone(),
            _ => self.viewed.insert((command.clone(), View::of(command, &self.isolation.shown))).1.clone(),
        }
    }

    fn setup(&self, view: View, limits: &Limits) -> Setup {
        let (level, files) = (self.isolation.level, limits.files);
        let core = self.stays.then_some(self.core.number());
        Setup { level, view, files, folder: None, core, is_warm: false }
    }

    fn ready(&mut self, setup: &Setup) -> Result<&mut Helper, RunError> {
        if self.helper.as_ref().is_none_or(|helper| helper.setup != *setup) {
            self.start(setup.clone()).map_err(|why| not_done(&why.what, &why.why))?;
        }
        self.helper.as_mut().ok_or_else(|| not_done("start a sandbox", "it has ended"))
    }

    fn start(&mut self, setup: Setup) -> Result<(), Unavailable> {
        self.helper = None;
        let level = setup.level;
        let unavailable = |what: &str, why: String| Unavailable { level, what: what.to_owned(), why };
        let (helper, entered) = Helper::start(&self.isolation, setup)
            .map_err(|why| unavailable("start a helper for the sandbox", why.to_string()))?;
        entered.map_err(|(what, why)| unavailable(&what, why))?;
        self.helper = Some(helper);
        Ok(())
    }
}

/// The outcome of a batch in which no game could be played.
fn none(why: impl Into<NotRestorable>) -> BatchResult {
    vec![Err(why.into())]
}

fn not_done(what: &str, why: &str) -> RunError {
    RunError::System("use the sandbox", io::Error::other(format!("cannot {what}: {why}")))
}

fn order(command: &Command, input: &ProgramInput, limits: &Limits) -> Order {
    use std::os::unix::ffi::OsStringExt;
    let given_args = input.args.iter().cloned().map(std::ffi::OsString::from_vec);
    Order {
        program: command.program.clone().into(),
        args: command.args.iter().cloned().chain(given_args).collect(),
        env: command.env.clone(),
        input: ProgramInput { args: Vec::new(), ..input.clone() },
        limits: *limits,
        given: Bundle::default(),
        // A held program whose folder has changed is run again with a start of its own.
        is_read_only: false,
        wanted: None,
    }
}

impl Helper {
    fn start(isolation: &Isolation, setup: Setup) -> io::Result<(Helper, Entered)> {
        let (socket, theirs) = UnixStream::pair()?;
        let folder = (setup.level < Level::Namespaces).then(Scratch::new).transpose()?;
        let mut program = std::process::Command::new(&isolation.judge);
        program.arg0(worker::NAME).env_clear().current_dir("/");
        let process = leftovers::start(program.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()))?;
        // It holds the helper's end of the socket, which would hide that the helper has ended.
        drop(program);
        if cores::stays() {
            // The helper may move candidates to any core that this process may use.
            cores::let_go(Pid::from_child(&process));
        }
        let group = isolation.groups.as_ref().map(Groups::make).transpose()?;
        group.as_ref().map_or(Ok(()), |group| group.take_in(process.id()))?;
        let place = folder.as_ref().map(|folder| folder.path().as_os_str().to_owned());
        let sent = Setup { folder: place, ..setup.clone() };
        let mut helper = Helper { setup, process, socket, user: 0, group, _folder: folder };
        send(&mut helper.socket, &sent)?;
        if !is_ready(&[helper.socket.as_fd()], PATIENCE)?[0] {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let entered: Entered = receive(&mut helper.socket)?;
        helper.user = *entered.as_ref().unwrap_or(&0);
        Ok((helper, entered))
    }

    /// Makes a run; also returns what it made, and whether another may follow. An error means that the helper
    /// was lost.
    fn make(
        &mut self,
        order: &Order,
        guide: Option<&mut dyn LineSource>,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> io::Result<(Result<Execution, RunError>, Option<Bundle>, bool)> {
        let began = match self.group.as_mut().map(|group| group.begin(limits)).transpose() {
            Ok(began) => began,
            Err(why) => return Ok((Err(RunError::System("use a control group", why)), None, false)),
        };
        let answer = match self.obey(order, guide, limits, interrupt) {
            Ok(answer) => answer,
            Err(Silence::Interrupted) => return Ok((Err(RunError::Interrupted), None, false)),
            Err(Silence::Lost(why)) => {
                let mut run = Execution::of_nothing(Ending::Lost(why.to_string()));
                self.count(began.as_ref(), Duration::ZERO, limits, &mut run);
                // The system killed the helper for want of memory, since the candidate used all of it.
                let is_cause_known = !matches!(run.ending, Ending::Lost(_));
                return if is_cause_known { Ok((Ok(run), None, false)) } else { Err(why) };
            }
        };
        let mut outcome = answer.outcome.map_err(|(what, why)| not_done(&what, &why));
        if let Ok(run) = &mut outcome {
            self.count(began.as_ref(), answer.own_cpu, limits, run);
        }
        Ok((outcome, answer.made, answer.is_clean))
    }

    fn count(&mut self, began: Option<&Count>, own: Duration, limits: &Limits, run: &mut Execution) {
        if let (Some(group), Some(began)) = (&mut self.group, began) {
            group.note(began, own, limits, run);
        }
    }

    fn obey(
        &mut self,
        order: &Order,
        guide: Option<&mut dyn LineSource>,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<Answer, Silence> {
        send(&mut self.socket, order).map_err(Silence::Lost)?;
        if order.input.feed == FeedMode::Terminal {
            self.hand_over_terminal().map_err(Silence::Lost)?;
        }
        if let Some(guide) = guide {
            self.guide(guide, limits, interrupt)?;
        }
        self.receive(limits, interrupt)
    }

    /// Answers questions for the next line until there are no more.
    fn guide(
        &mut self,
        guide: &mut dyn LineSource,
        limits: &Limits,
        interrupt: &Interrupt,
    ) -> Result<(), Silence> {
        guide.begin();
        let mut output = Vec::new();
        while let Some(more) = self.receive::<Option<Question>>(limits, interrupt)? {
            output.extend(more);
            send(&mut self.socket, &guide.next_line(&output)).map_err(Silence::Lost)?;
        }
        Ok(())
    }

    fn receive<T: DeserializeOwned>(&mut self, limits: &Limits, interrupt: &Interrupt) -> Result<T, Silence> {
        let fds = [self.socket.as_fd(), interrupt.as_fd()];
        match is_ready(&fds, limits.wall + PATIENCE).map_err(Silence::Lost)?[..] {
            [_, true] if interrupt.is_raised() => Err(Silence::Interrupted),
            [true, _] => receive(&mut self.socket).map_err(Silence::Lost),
            _ => Err(Silence::Lost(io::ErrorKind::TimedOut.into())),
        }
    }
}

impl Helper {
    /// Sends the helper a terminal for its candidate, owned by the user that the helper has become.
    fn hand_over_terminal(&self) -> io::Result<()> {
        let is_other = rustix::process::geteuid().as_raw() != self.user;
        let terminal = Terminal::open(is_other.then_some(self.user))
            .map_err(|why| io::Error::other(format!("cannot make a terminal: {why}")))?;
        terminal.send(&self.socket)
    }
}

/// Waits until one of these can be read; returns for each whether it can.
fn is_ready(fds: &[BorrowedFd<'_>], at_most: Duration) -> io::Result<Vec<bool>> {
    let mut polled: Vec<_> = fds.iter().map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
    wait_until(&mut polled, Instant::now().checked_add(at_most))?;
    Ok(polled.iter().map(|fd| !fd.revents().is_empty()).collect())
}

impl Drop for Helper {
    /// The helper ends its candidate and then itself when its socket closes; if it does not, it is killed. If
    /// it did not end properly, the judge ends what its candidate left.
    fn drop(&mut self) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        let pidfd = rustix::process::pidfd_open(Pid::from_child(&self.process), PidfdFlags::empty());
        let is_gone = pidfd.is_ok_and(|pidfd| is_ready(&[pidfd.as_fd()], PATIENCE).is_ok_and(|gone| gone[0]));
        if !is_gone {
            let _ = self.process.kill();
        }
        leftovers::bury(&mut self.process);
        if self.setup.level == Level::Rlimits && self.user >= NOBODY {
            leftovers::remove_files_of(self.user);
        }
    }
}
