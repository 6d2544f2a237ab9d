//! Judging programs case by case.

use std::time::Duration;

use super::conversation::{Conversation, Side, converse};
use super::error::ContestError;
use super::folder::{Contest, WholeCase};
use super::ruling::{Failed, Ruling};
use super::validator::{Opinion, Validator};
use crate::challenge::TokenRules;
use crate::execution::{Ending, Execution, Limit, Limits, Patience, ProgramInput, Usage};
use crate::process::{Command, Interrupt, Isolation, RunDir, RunError, run};
use crate::runner::{Candidate, Program};
use crate::transcript::{visible, visible_message};
use crate::verdict::{self, Verdict};

/// How long a program may wait for its validator, in addition to three times its own time.
const WAITING: Duration = Duration::from_secs(10);

/// How many lines of a conversation are shown.
const SHOWN: usize = 10;

/// Judges programs by a contest.
pub struct Umpire<'a> {
    /// The challenge.
    pub contest: &'a Contest,
    /// Its validator, if it has one.
    pub validator: Option<&'a Validator>,
    /// The isolation of programs.
    pub isolation: &'a Isolation,
    /// Aborts everything.
    pub interrupt: &'a Interrupt,
    /// A limit that replaces the challenge's own processor time.
    pub time: Option<Duration>,
}

/// Where one program and its validator run.
pub struct Seat {
    program: RunDir,
    validator: RunDir,
}

/// The result of one run.
pub(super) struct Tried {
    pub(super) verdict: Verdict,
    pub(super) why: String,
    ending: Ending,
    usage: Usage,
}

impl Umpire<'_> {
    /// A place for programs to run in, one after the other.
    ///
    /// # Errors
    /// [`ContestError::Run`] if the system gives no folder.
    pub fn seat(&self) -> Result<Seat, ContestError> {
        let make = || {
            let made = RunDir::isolated(self.isolation);
            made.map_err(|why| RunError::System("make a folder for temporary files", why))
        };
        Ok(Seat { program: make()?, validator: make()? })
    }

    /// Judges a program: all cases in their order, up to the first that fails. `tried` is called after each.
    ///
    /// # Errors
    /// [`ContestError`] for failures that the program did not cause.
    pub fn judge(
        &self,
        candidate: &Candidate,
        seat: &mut Seat,
        tried: impl Fn(),
    ) -> Result<Ruling, ContestError> {
        let command = match &candidate.program {
            Program::Ready(command) => command,
            Program::Skipped(why) => return Ok(Ruling::without_runs(Err(why.clone()), None)),
            Program::CompileError(why) => {
                return Ok(Ruling::without_runs(
                    Ok(Verdict::CompileError),
                    Some(visible_message(why.as_bytes())),
                ));
            }
            Program::CannotRun(why) => {
                return Ok(Ruling::without_runs(
                    Ok(Verdict::CannotRun),
                    Some(visible_message(why.as_bytes())),
                ));
            }
        };
        if self.contest.cases.is_interactive && command.is_module() {
            let why = "WebAssembly has no pipes to talk through".to_owned();
            return Ok(Ruling::without_runs(Err(why), None));
        }
        let mut ruling = Ruling::without_runs(Ok(Verdict::Accepted), None);
        for case in self.contest.list() {
            let Tried { verdict, why, .. } = self.settle(case, command, seat, &mut ruling)?;
            tried();
            if verdict != Verdict::Accepted {
                let command = self.command_again(candidate, case);
                let failed = Some(Failed { case: Some(case.name.clone()), why, command });
                return Ok(Ruling { verdict: Ok(verdict), failed, ..ruling });
            }
            ruling.right += 1;
        }
        Ok(ruling)
    }

    /// A shell command that runs a program on a case again; none if it talks with a validator.
    fn command_again(&self, candidate: &Candidate, case: &WholeCase) -> Option<String> {
        let is_batch = !self.contest.cases.is_interactive;
        is_batch.then(|| candidate.command_on(&self.contest.root.path_of(&case.input)))?
    }

    /// The limits of a program.
    pub fn limits(&self) -> Limits {
        let cases = &self.contest.cases;
        let cpu = self.time.unwrap_or(cases.time);
        let usual = Limits {
            cpu,
            wall: Limits::wall_for(cpu) + WAITING,
            memory: cases.memory,
            stack: cases.memory,
            output: cases.output,
            ..Limits::default()
        };
        // A program that computes makes progress; the load of the machine does not excuse one that sleeps. In
        // a conversation a program also sleeps while its validator works.
        let asleep = if cases.is_interactive { usual.wall } else { cpu + WAITING / 2 };
        let patience = Patience { spinning: 2 * cpu, asleep, stalled: cpu + WAITING / 2 };
        Limits { wall: Limits::patient(patience).wall.max(usual.wall), patience: Some(patience), ..usual }
    }

    /// Tries a case; again, up to three times in all, if the load of the machine may have made the program
    /// late.
    fn settle(
        &self,
        case: &WholeCase,
        command: &Command,
        seat: &mut Seat,
        ruling: &mut Ruling,
    ) -> Result<Tried, ContestError> {
        let limits = self.limits();
        let mut attempt = |given: &Limits| {
            let tried = self.attempt(case, command, seat, given, &limits)?;
            ruling.note(&tried.usage, matches!(tried.ending, Ending::Stopped(_)));
            Ok::<_, ContestError>(tried)
        };
        let first = attempt(&limits)?;
        let is_late = |tried: &Tried| matches!(tried.ending, Ending::Stopped(Limit::Cpu | Limit::Wall));
        if !is_late(&first) {
            return Ok(first);
        }
        let longer = limits.and_a_tenth();
        let second = attempt(&longer)?;
        if is_late(&second) {
            return Ok(first);
        }
        let third = attempt(&longer)?;
        Ok(if is_late(&third) { first } else { second })
    }

    fn attempt(
        &self,
        case: &WholeCase,
        command: &Command,
        seat: &mut Seat,
        limits: &Limits,
        counted: &Limits,
    ) -> Result<Tried, ContestError> {
        let in_case = |why: ContestError| match why {
            ContestError::Validator(why) => ContestError::Validator(format!(" in {}: {why}", case.name)),
            other => other,
        };
        match (self.validator, self.contest.cases.is_interactive) {
            (Some(validator), true) => {
                self.talk(case, command, validator, seat, limits).map(|(tried, _)| tried)
            }
            _ => self.batch(case, command, seat, limits, counted),
        }
        .map_err(in_case)
    }

    fn batch(
        &self,
        case: &WholeCase,
        command: &Command,
        seat: &mut Seat,
        limits: &Limits,
        counted: &Limits,
    ) -> Result<Tried, ContestError> {
        let input = ProgramInput { stdin: self.contest.read(&case.input)?, ..ProgramInput::default() };
        let made = run(command, &input, limits, &mut seat.program, self.interrupt)?;
        let made = verdict::within(counted, &made).into_owned();
        if let Some(verdict) = verdict::of_ending(&made) {
            return Ok(Tried::ended(verdict, &made));
        }
        let fault = match self.validator {
            Some(validator) => self.validated(case, validator, &made, &mut seat.validator)?,
            None => {
                let rules = TokenRules::read(self.contest.cases.arguments(&case.name));
                let rules = rules.map_err(|why| ContestError::Validator(format!(": {why}")))?;
                let answer = self.contest.read(&case.answer)?;
                rules.compare(&answer, &made.stdout).err().map(|mismatch| mismatch.to_string())
            }
        };
        Ok(Tried::said(fault, &made))
    }

    /// The validator's objection to an output, if any.
    fn validated(
        &self,
        case: &WholeCase,
        validator: &Validator,
        made: &Execution,
        run_dir: &mut RunDir,
    ) -> Result<Option<String>, ContestError> {
        let input = ProgramInput { stdin: made.stdout.clone(), ..ProgramInput::default() };
        let command = validator.command(self.contest, case);
        match Opinion::of(&run(&command, &input, &validator.limits, run_dir, self.interrupt)?) {
            Opinion::Right => Ok(None),
            Opinion::Wrong(message) => Ok(Some(message)),
            Opinion::None(why) => Err(ContestError::Validator(why)),
        }
    }

    /// Lets a program that is not being judged talk with the validator; also returns the conversation.
    pub(super) fn converse(
        &self,
        case: &WholeCase,
        command: &Command,
        seat: &mut Seat,
    ) -> Result<(Tried, String), ContestError> {
        let none = || ContestError::Validator(": there is none".to_owned());
        self.talk(case, command, self.validator.ok_or_else(none)?, seat, &self.limits())
    }

    fn talk(
        &self,
        case: &WholeCase,
        command: &Command,
        validator: &Validator,
        seat: &mut Seat,
        limits: &Limits,
    ) -> Result<(Tried, String), ContestError> {
        let wall = limits.wall + validator.limits.wall;
        let sides = (
            Side { command: command.clone(), limits: *limits, run_dir: &mut seat.program },
            Side {
                command: validator.command(self.contest, case),
                limits: Limits { wall, ..validator.limits },
                run_dir: &mut seat.validator,
            },
        );
        let is_fault = |run: &Execution| Opinion::of(run) != Opinion::Right;
        let grace = self.contest.cases.validator_time;
        let talk = converse(sides.0, sides.1, grace, is_fault, self.interrupt)?;
        Ok((decide(&talk)?, talk.said))
    }
}

/// The result of a conversation. The process that ended first decides, if it did something wrong.
fn decide(talk: &Conversation) -> Result<Tried, ContestError> {
    let Some(validator) = &talk.validator else {
        return Err(ContestError::Validator("it did not end after the program had ended".to_owned()));
    };
    let ended = talk.program.as_ref().and_then(|run| Some((verdict::of_ending(run)?, run)));
    let opinion = Opinion::of(validator);
    let is_late = |run: &Execution| {
        let has_waited =
            matches!(run.ending, Ending::Stopped(Limit::Wall | Limit::Stalled { .. } | Limit::Asleep { .. }));
        has_waited && validator.usage.cpu > run.usage.wall / 2
    };
    match (opinion, ended) {
        (_, Some((_, run))) if is_late(run) => {
            Err(ContestError::Validator("the program had to wait for it too long".to_owned()))
        }
        (Opinion::Wrong(message), _) if talk.is_validator_first => {
            Ok(Tried::wrong(message, talk, talk.program.as_ref()))
        }
        // It could not go on after its input was cut off.
        (_, Some((verdict, run))) if !talk.is_validator_first && matches!(run.ending, Ending::Stopped(_)) => {
            Ok(Tried::ended(verdict, run).after(talk))
        }
        (Opinion::None(why), _) => Err(ContestError::Validator(why)),
        (_, Some((verdict, run))) => Ok(Tried::ended(verdict, run).after(talk)),
        (Opinion::Wrong(message), None) => Ok(Tried::wrong(message, talk, talk.program.as_ref())),
        (Opinion::Right, None) => match &talk.program {
            Some(run) => Ok(Tried::said(None, run)),
            None => Err(ContestError::Validator("it changed its mind".to_owned())),
        },
    }
}

impl Tried {
    /// A run whose end decides.
    fn ended(verdict: Verdict, run: &Execution) -> Tried {
        let complaint = String::from_utf8_lossy(&run.stderr).into_owned();
        let last = complaint.lines().rfind(|line| !line.trim().is_empty());
        let why = match last {
            Some(line) => format!("{}: {}", run.ending, visible_message(line.as_bytes())),
            None => run.ending.to_string(),
        };
        Tried { verdict, why, ending: run.ending.clone(), usage: run.usage }
    }

    /// A run whose output decides.
    fn said(fault: Option<String>, run: &Execution) -> Tried {
        let verdict = if fault.is_some() { Verdict::Wrong } else { Verdict::Accepted };
        let why = fault.unwrap_or_default();
        Tried { verdict, why, ending: run.ending.clone(), usage: run.usage }
    }

    /// A program that the validator rejected in a conversation.
    fn wrong(message: String, talk: &Conversation, run: Option<&Execution>) -> Tried {
        let usage = run.map_or_else(Usage::default, |run| run.usage);
        // Its exit status after that does not count.
        Tried { verdict: Verdict::Wrong, why: message, ending: Ending::Exited(0), usage }.after(talk)
    }

    /// The same with the last lines of a conversation.
    fn after(self, talk: &Conversation) -> Tried {
        let lines: Vec<_> = talk.said.lines().collect();
        let last = lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| visible(line.as_bytes()));
        let why = [self.why].into_iter().filter(|why| !why.is_empty()).chain(last);
        Tried { why: why.collect::<Vec<_>>().join("\n"), ..self }
    }
}
