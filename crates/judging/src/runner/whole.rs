//! Runs of whole cases: a program gets one text, and its output is compared with the answer, or judged by a validator,
//! or the validator talks with it.
//!
//! ```text
//!   batch         NAME.in ──▶ program ──▶ output ──▶ tokens, or validator NAME.in NAME.ans
//!   interactive   program ◀──▶ judge ◀──▶ validator NAME.in NAME.ans
//! ```
//!
//! A validator exits with status 42 if the program was right, 43 if not. Anything else is a fault of the
//! challenge, never of the program. It runs like any other program: isolated, with limits.

use std::ffi::OsString;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::validator::{
    NEXT_PASS, Opinion, THIS_PASS, Validator, Validators, has_share, share, to_author, to_judges,
};
use crate::challenge::{CaseLimits, Cases, ExitStatus, Matcher};
use crate::dialect::{WholeCase, WholeCases};
use crate::driver::{Driver, RunConditions};
use crate::execution::{Assessment, Ending, Execution, Limit, Limits, Patience, ProgramInput, Usage};
use crate::files::{Bundle, Root};
use crate::process::conversation::Conversation;
use crate::process::{Command, Interrupt, Isolation, RunError, Sources};
use crate::transcript::{visible_line, whole_characters};
use crate::verdict::{ended_well, within};

/// How long a program may wait for its validator, in addition to three times its own time.
const WAITING: Duration = Duration::from_secs(10);

/// The largest input or answer, in bytes.
const LARGEST: u64 = 256 << 20;

/// The limits of a run in the case of this name; of all without limits of their own if it is empty.
pub(super) fn limits(cases: &Cases, name: &str) -> Limits {
    let CaseLimits { time: cpu, memory, output } = cases.limits(name);
    let usual = Limits {
        cpu,
        wall: Limits::wall_for(cpu) + WAITING,
        memory,
        stack: memory,
        output,
        ..Limits::default()
    };
    // A program that computes makes progress; the load of the machine does not excuse one that sleeps. In
    // a conversation a program also sleeps while its validator works.
    let asleep = if cases.is_interactive { usual.wall } else { cpu + WAITING / 2 };
    let patience = Patience { spinning: 2 * cpu, asleep, stalled: cpu + WAITING / 2 };
    Limits { wall: Limits::patient(patience).wall.max(usual.wall), patience: Some(patience), ..usual }
}

/// The isolation of programs, in whose folder they may write or not.
pub(super) fn of_run(cases: &Cases, isolation: Isolation) -> Isolation {
    if cases.may_write { isolation } else { isolation.read_only() }
}

/// The files of a challenge of whole cases, and its validator.
pub(super) struct Files<'a> {
    whole: &'a WholeCases,
    root: Root,
    /// The validators of outputs and of sources, and where each runs.
    validator: Option<(&'a Validator, Driver)>,
    static_validator: Option<(&'a Validator, Driver)>,
    /// How programs run.
    conditions: &'a RunConditions,
    interrupt: &'a Interrupt,
}

impl<'a> Files<'a> {
    /// Fails if the folder cannot be opened, or a validator is missing.
    pub(super) fn open(
        whole: &'a WholeCases,
        Validators { output, sources }: &'a Validators,
        conditions: &'a RunConditions,
        interrupt: &'a Interrupt,
    ) -> Result<Files<'a>, RunError> {
        let is_missing =
            |named: &Option<String>, ready: &Option<Validator>| named.is_some() && ready.is_none();
        let cases = whole.cases();
        if is_missing(&cases.validator, output) || is_missing(&cases.static_validator, sources) {
            return Err(RunError::Validator(": it was not prepared".to_owned()));
        }
        let refused = |why| RunError::System("open the challenge's folder", why);
        let folder = whole.folder().ok_or_else(|| refused(io::Error::other("it is not known")))?;
        let root = Root::named(folder).map_err(refused)?;
        let with_driver = |validator| Ok((validator, Driver::new(conditions.clone(), interrupt)?));
        let validator = output.as_ref().map(with_driver).transpose()?;
        let static_validator = sources.as_ref().map(with_driver).transpose()?;
        Ok(Files { whole, root, validator, static_validator, conditions, interrupt })
    }

    pub(super) fn is_interactive(&self) -> bool {
        self.whole.cases().is_interactive
    }

    /// What a program is given in the case of this name.
    pub(super) fn input(&self, name: &str) -> Result<ProgramInput, RunError> {
        let case = self.case(name)?;
        let stdin = self.text(case.input.as_deref(), self.cases().input(name))?.unwrap_or_default();
        let args = self.cases().args(name).iter().map(|word| word.clone().into_bytes()).collect();
        Ok(ProgramInput { stdin, args, ..ProgramInput::default() })
    }

    /// Whether a program needs a start of its own in the case of this name: for its arguments, files, limits or passes.
    pub(super) fn needs_start(&self, name: &str) -> bool {
        let cases = self.cases();
        self.uses_folder(name)
            || cases.takes_answers
            || cases.is_static(name)
            || cases.passes > 1
            || !cases.args(name).is_empty()
            || cases.limits(name) != cases.usual
    }

    /// Whether the case of this name is about files in the folder of a run.
    pub(super) fn uses_folder(&self, name: &str) -> bool {
        let case = self.whole.case(name);
        case.is_some_and(|case| case.files.is_some() || case.creates.is_some())
            || self.cases().files(name).next().is_some()
            || self.cases().creates(name).next().is_some()
    }

    /// The files that a program must leave in the case of this name.
    fn created(&self, name: &str) -> Result<Bundle, RunError> {
        self.bundle(self.case(name)?.creates.as_deref(), self.cases().creates(name))
    }

    /// A driver that puts the files of the case of this name into the folder of each run. `None` if it has none.
    pub(super) fn driver(&self, name: &str) -> Result<Option<Driver>, RunError> {
        let given = self.given(name)?;
        if given.is_empty() {
            return Ok(None);
        }
        let isolation = of_run(self.cases(), self.conditions.isolation.clone()).giving_also(&given);
        Driver::new(RunConditions { isolation, ..self.conditions.clone() }, self.interrupt).map(Some)
    }

    /// The files that a program finds in the case of this name.
    pub(super) fn given(&self, name: &str) -> Result<Bundle, RunError> {
        self.bundle(self.case(name)?.files.as_deref(), self.cases().files(name))
    }

    /// The files of a folder, and those that stand in the challenge's own file.
    fn bundle<'t>(
        &self,
        folder: Option<&Path>,
        own: impl Iterator<Item = (&'t str, &'t str)>,
    ) -> Result<Bundle, RunError> {
        let of_folder = folder.map(|folder| {
            let bundle = Bundle::of_author(&self.root, folder, LARGEST);
            Ok(bundle.map_err(|why| RunError::System("read a case", why))?.renamed(folder, ""))
        });
        let own = own.map(|(path, text)| Bundle::of_file(path, text.as_bytes().to_vec()));
        Ok(own.fold(of_folder.transpose()?.unwrap_or_default(), |all, one| all.and(&one)))
    }

    /// The limits of a run in the case of this name: those of all runs, but for what the case has of its own.
    pub(super) fn limits(&self, name: &str, all: &Limits) -> Limits {
        let (usual, own) = (limits(self.cases(), ""), limits(self.cases(), name));
        match own == usual {
            true => *all,
            // What the command line says holds for all cases.
            false => Limits {
                cpu: if all.cpu == usual.cpu { own.cpu } else { all.cpu },
                wall: if all.wall == usual.wall { own.wall } else { all.wall },
                patience: if all.patience == usual.patience { own.patience } else { all.patience },
                memory: if all.memory == usual.memory { own.memory } else { all.memory },
                stack: if all.stack == usual.stack { own.stack } else { all.stack },
                output: if all.output == usual.output { own.output } else { all.output },
                ..*all
            },
        }
    }

    /// The right output, as far as there is one.
    pub(super) fn answer(&self, name: &str) -> Result<Option<Vec<u8>>, RunError> {
        self.text(self.case(name)?.answer.as_deref(), self.cases().answer(name))
    }

    fn cases(&self) -> &'a Cases {
        self.whole.cases()
    }

    /// What stands in the challenge's own file, or else in a file of the case.
    fn text(&self, file: Option<&Path>, own: Option<&str>) -> Result<Option<Vec<u8>>, RunError> {
        match own {
            Some(text) => Ok(Some(text.as_bytes().to_vec())),
            None => file.map(|file| self.read(file)).transpose(),
        }
    }

    /// Plays the case of this name: a run of the program, or one for each pass, with what is said of the last. `seen` gets
    /// each as it was made. An output is looked at if the run ended well enough within `counted`.
    pub(super) fn play(
        &mut self,
        name: &str,
        driver: &mut Driver,
        (command, limits): (&Command, &Limits),
        counted: &Limits,
        seen: impl Fn(Execution) -> Execution,
    ) -> Result<Execution, RunError> {
        if self.cases().is_static(name) {
            return self.inspected(name, command).map_err(in_case(name));
        }
        let most = self.cases().passes;
        let (mut left, mut input) = (Bundle::default(), self.input(name)?);
        let (mut told, mut used) = (String::new(), Usage::default());
        for pass in 1.. {
            let mut run = match self.is_interactive() {
                true => seen(self.converse(name, driver, command, limits, &mut left)?),
                false if self.cases().takes_answers => self.answered(name, command)?,
                false => {
                    let created = self.created(name)?;
                    let created: Vec<_> =
                        created.files().map(|(path, _)| path.as_os_str().to_owned()).collect();
                    let (made, leaves) = match created.is_empty() {
                        true => (driver.run(command, &input, limits)?, None),
                        false => driver.run_leaving(command, &input, limits, created)?,
                    };
                    self.assessed_in(name, seen(made), counted, (&mut left, leaves.as_ref()))?
                }
            };
            if most == 1 {
                return Ok(run);
            }
            used = used.max(&run.usage);
            run.usage = used;
            let said = run.assessment.as_mut().and_then(|said| said.conversation.take());
            let said = said.unwrap_or_else(|| as_conversation(&input.stdin, &run.stdout));
            told.push_str(&format!("{PASS}{pass}\n{said}"));
            let is_right = run.assessment.as_ref().is_some_and(|said| said.objection.is_none());
            let next = if is_right { left.content(Path::new(NEXT_PASS)).map(<[u8]>::to_vec) } else { None };
            let Some(next) = next.filter(|_| ended_well(self.cases().exit(name), &run)) else {
                // Of a run that is late nothing is known.
                if run.assessment.is_some() || !ended_well(self.cases().exit(name), &run) {
                    run.assessment.get_or_insert_default().conversation = Some(told);
                }
                return Ok(run);
            };
            if pass >= most {
                let why = format!("it asks for another pass after {most}, the most there are (`passes`)");
                return Err(in_case(name)(RunError::Validator(why)));
            }
            left = left.without(Path::new(NEXT_PASS)).and(&Bundle::of_file(THIS_PASS, next.clone()));
            input.stdin = next;
        }
        unreachable!("the passes are counted")
    }

    /// What was handed in as the answer to the case of this name, as a run that has printed it.
    fn answered(&mut self, name: &str, command: &Command) -> Result<Execution, RunError> {
        let run = Execution::of_nothing(Ending::Exited(0));
        let Some(answer) = command.given.content(Path::new(name)) else {
            let objection = Some("no answer to it was handed in".to_owned());
            return Ok(Execution {
                assessment: Some(Assessment { objection, ..Assessment::default() }),
                ..run
            });
        };
        let run = Execution { stdout: answer.to_vec(), ..run };
        self.assessed(name, run, &Limits::default())
    }

    /// A run that prints nothing, with what the static validator says of the sources of the program.
    fn inspected(&mut self, name: &str, command: &Command) -> Result<Execution, RunError> {
        let Some((validator, driver)) = &mut self.static_validator else {
            return Err(RunError::Validator("there is no static validator".to_owned()));
        };
        let run = Execution::of_nothing(Ending::Exited(0));
        let Some(sources) = &command.sources else {
            let objection = Some("no sources of it are known; name a file, not a command".to_owned());
            return Ok(Execution {
                assessment: Some(Assessment { objection, ..Assessment::default() }),
                ..run
            });
        };
        let mut command = validator.command.clone();
        let Sources { files, language, entry } = &**sources;
        command.args.extend([language.into(), entry.into(), format!("./{FEEDBACK}/").into()]);
        command.args.extend(self.whole.cases().arguments(name).iter().map(OsString::from));
        // What a program brings under this name is not what the validator says.
        let is_said = |path: &Path| path.starts_with(FEEDBACK);
        let kept = Bundle::of_file(KEPT_FOLDER, Vec::new()).within(FEEDBACK);
        let mut left = files.clone().retaining(|path, _| !is_said(path)).and(&kept);
        let said = driver.run_among(&command, &ProgramInput::default(), &mut left, &validator.limits)?;
        let left = left.retaining(|path, _| is_said(path)).renamed(FEEDBACK, "");
        let objection = match Opinion::of(&said, &left) {
            Opinion::Right => None,
            Opinion::Wrong(message) if message.is_empty() => Some(UNEXPLAINED.to_owned()),
            Opinion::Wrong(message) => Some(message),
            Opinion::None(why) => return Err(RunError::Validator(why)),
        };
        let assessment = Assessment { objection, message: to_author(&left), ..Assessment::default() };
        self.with_share(name, Execution { assessment: Some(assessment), ..run }, &left)
    }

    /// A run in the case of this name with what is said of its output, if it ended well enough within these limits.
    pub(super) fn assessed(
        &mut self,
        name: &str,
        made: Execution,
        counted: &Limits,
    ) -> Result<Execution, RunError> {
        self.assessed_in(name, made, counted, (&mut Bundle::default(), None))
    }

    /// The same, with what lies in the validator's folder, and then what it leaves there; and with what the program has left, if
    /// that can be read.
    fn assessed_in(
        &mut self,
        name: &str,
        made: Execution,
        counted: &Limits,
        (left, leaves): (&mut Bundle, Option<&Bundle>),
    ) -> Result<Execution, RunError> {
        if !ended_well(self.cases().exit(name), &within(counted, &made)) {
            return Ok(made);
        }
        let objection = self.objection(name, &made, (left, leaves)).map_err(in_case(name))?;
        let assessment = Assessment { objection, message: to_author(left), ..Assessment::default() };
        self.with_share(name, Execution { assessment: Some(assessment), ..made }, left)
    }

    /// The same with what the validator says to those who judge, and the part of its points that it gives to a right output.
    fn with_share(&self, name: &str, mut run: Execution, left: &Bundle) -> Result<Execution, RunError> {
        let Some(assessment) = &mut run.assessment else { return Ok(run) };
        assessment.to_judges = to_judges(left);
        if assessment.objection.is_none() && (has_share(left) || self.cases().has_unbounded_points()) {
            let most = self.cases().most(name, self.whole.list().iter().map(|case| &case.name));
            let share = most.map_or(Ok(None), |most| share(left, most));
            assessment.share = share.map_err(RunError::Validator).map_err(in_case(name))?;
        }
        Ok(run)
    }

    /// Checks an answer.
    /// Fails if nothing can be compared with it.
    pub(super) fn check(&self, name: &str, matcher: Matcher, answer: &[u8]) -> Result<(), RunError> {
        let freedoms = self.cases().freedoms(name).map_err(RunError::Validator)?;
        let checked = matcher.check_patterns(&freedoms, answer).and_then(|()| matcher.check(answer));
        checked.map_err(|why| {
            RunError::System("read a case", io::Error::other(format!("the answer to {name}: {why}")))
        })
    }

    /// Checks all that runs in the case of this name are compared with.
    /// Fails if nothing can be compared with one of it.
    pub(super) fn check_case(&self, name: &str) -> Result<(), RunError> {
        let (cases, matcher) = (self.cases(), self.cases().matcher(name));
        for (answer, matcher) in cases.also(name) {
            self.check(name, matcher, answer.as_bytes())?;
        }
        let stderr = self.text(self.case(name)?.stderr.as_deref(), cases.stderr(name))?;
        for text in [self.answer(name)?, stderr].iter().flatten() {
            self.check(name, matcher, text)?;
        }
        self.created(name)?.files().try_for_each(|(_, text)| self.check(name, matcher, text))
    }

    /// What is wrong with a run by the answers, if anything.
    fn compared(
        &self,
        name: &str,
        made: &Execution,
        leaves: Option<&Bundle>,
    ) -> Result<Option<String>, RunError> {
        let (cases, case) = (self.cases(), self.case(name)?);
        let freedoms = cases.freedoms(name).map_err(RunError::Validator)?;
        let differs = |answer: &[u8], matcher: Matcher, output: &[u8]| {
            self.check(name, matcher, answer)?;
            Ok::<_, RunError>(matcher.compare(&freedoms, answer, output).err().map(|found| found.to_string()))
        };
        let matcher = cases.matcher(name);
        let answer = self.answer(name)?;
        let first = answer.map(|answer| differs(&answer, matcher, &made.stdout)).transpose()?.flatten();
        if let Some(why) = first {
            let mut is_another = false;
            for (answer, matcher) in cases.also(name) {
                is_another |= differs(answer.as_bytes(), matcher, &made.stdout)?.is_none();
            }
            if !is_another {
                return Ok(Some(why));
            }
        }
        let stderr = self.text(case.stderr.as_deref(), cases.stderr(name))?;
        let why = stderr.map(|stderr| differs(&stderr, matcher, &made.stderr)).transpose()?.flatten();
        if let Some(why) = why {
            return Ok(Some(format!("standard error: {why}")));
        }
        for (path, wanted) in self.created(name)?.files() {
            let why = match leaves.map(|leaves| leaves.content(path)) {
                None => Some("what it leaves is too large, or cannot be read".to_owned()),
                Some(None) => Some("it leaves no such file".to_owned()),
                Some(Some(content)) => differs(wanted, matcher, content)?,
            };
            if let Some(why) = why {
                return Ok(Some(format!("{}: {why}", visible_line(path.as_os_str().as_encoded_bytes()))));
            }
        }
        Ok(None)
    }

    /// What is wrong with the end of a run.
    fn of_exit(&self, name: &str, made: &Execution) -> Option<String> {
        let right = self.cases().exit(name);
        match made.ending {
            Ending::Exited(status) if !right.fits(status) => {
                Some(format!("exit status {status} instead of {right}"))
            }
            _ => None,
        }
    }

    /// What is wrong with a run, if anything: by its end, by the validator, or by the answer if there is none.
    fn objection(
        &mut self,
        name: &str,
        made: &Execution,
        (left, leaves): (&mut Bundle, Option<&Bundle>),
    ) -> Result<Option<String>, RunError> {
        let case = self.case(name)?;
        let of_exit = self.of_exit(name, made);
        let Some((validator, driver)) = &mut self.validator else {
            // What it printed says more than its exit status.
            return Ok(self.compared(name, made, leaves)?.or(of_exit));
        };
        if of_exit.is_some() {
            return Ok(of_exit);
        }
        let input = ProgramInput { stdin: made.stdout.clone(), ..ProgramInput::default() };
        let command = validator.command(&self.root, self.whole, case, left)?;
        let run = driver.run_among(&command, &input, left, &validator.limits)?;
        match Opinion::of(&run, left) {
            Opinion::Right => Ok(None),
            Opinion::Wrong(_) if is_contradiction(self.whole.cases(), left) => {
                Err(RunError::Validator(BOTH.to_owned()))
            }
            Opinion::Wrong(message) if message.is_empty() => Ok(Some(self.unexplained(case, &made.stdout))),
            Opinion::Wrong(message) => Ok(Some(message)),
            Opinion::None(why) => Err(RunError::Validator(why)),
        }
    }

    /// What is said of an output that the validator refuses without a word.
    fn unexplained(&self, case: &WholeCase, output: &[u8]) -> String {
        let answer = self.answer(&case.name).ok().flatten().filter(|answer| !answer.is_empty());
        let answer =
            answer.map_or_else(String::new, |answer| format!(", where the answer is {}", shown(&answer)));
        format!("{UNEXPLAINED}: got {}{answer}", shown(output))
    }

    /// The run of a program that talks with the validator in the case of this name.
    fn converse(
        &mut self,
        name: &str,
        driver: &mut Driver,
        command: &Command,
        limits: &Limits,
        left: &mut Bundle,
    ) -> Result<Execution, RunError> {
        let case = self.case(name)?;
        let Some((validator, judging)) = &mut self.validator else {
            return Err(RunError::Validator(": there is none".to_owned()));
        };
        let command_of_validator = validator.command(&self.root, self.whole, case, left)?;
        let wall = limits.wall + validator.limits.wall;
        let limits_of_validator = Limits { wall, ..validator.limits };
        let is_fault = |run: &Execution| Opinion::of(run, &Bundle::default()) != Opinion::Right;
        let grace = self.whole.cases().validator_time;
        let mut command = command.clone();
        command.args.extend(self.whole.cases().args(name).iter().map(OsString::from));
        let talk = driver.converse(
            (&command, limits),
            (judging, command_of_validator, limits_of_validator, &mut *left),
            grace,
            is_fault,
        );
        let talk = talk.map_err(in_case(name))?;
        let run = assessed(self.cases(), self.cases().exit(name), talk, left).map_err(in_case(name))?;
        self.with_share(name, run, left)
    }

    pub(super) fn read(&self, path: &Path) -> Result<Vec<u8>, RunError> {
        let read = self.root.file(path).and_then(|file| file.read(LARGEST));
        read.map_err(|why| of_case(&self.root.path_of(path), &why))
    }

    fn case(&self, name: &str) -> Result<&'a WholeCase, RunError> {
        let none = || RunError::System("read a case", io::Error::other(format!("there is no case {name:?}")));
        self.whole.case(name).ok_or_else(none)
    }
}

fn of_case(path: &Path, why: &dyn Display) -> RunError {
    RunError::System("read a case", io::Error::other(format!("{}: {why}", path.display())))
}

/// The folder for what a static validator says, and a file in it, without which there would be no folder.
const FEEDBACK: &str = ".feedback";
const KEPT_FOLDER: &str = ".kept";

/// What stands before the number of a pass in what was said in it.
pub(super) const PASS: &str = "--- pass ";

/// How much of an input and of an output is kept for each pass, in bytes.
const KEPT: usize = 4 << 10;

/// An input and an output in the form of a conversation.
fn as_conversation(input: &[u8], output: &[u8]) -> String {
    let lines = |sign: char, text: &[u8]| -> String {
        let start = String::from_utf8_lossy(&text[..text.len().min(KEPT)]).into_owned();
        start.lines().map(|line| format!("{sign}{line}\n")).collect()
    };
    lines('<', input) + &lines('>', output)
}

/// Whether a validator that is not content asks for another pass.
fn is_contradiction(cases: &Cases, left: &Bundle) -> bool {
    cases.passes > 1 && left.content(Path::new(NEXT_PASS)).is_some()
}

const BOTH: &str = "it asks for another pass, and finds the program wrong";

/// What is said where a validator says nothing.
const UNEXPLAINED: &str = "the validator refuses it and does not say why";

/// How much of an output or an answer is shown, in bytes.
const SHOWN: usize = 120;

fn shown(text: &[u8]) -> String {
    let start = whole_characters(&text[..text.len().min(SHOWN)]);
    match text.len() {
        0 => "nothing".to_owned(),
        _ => format!("`{}{}`", visible_line(start), if text.len() > start.len() { "…" } else { "" }),
    }
}

fn in_case(name: &str) -> impl Fn(RunError) -> RunError {
    move |why| match why {
        RunError::Validator(why) => RunError::Validator(format!(" in {name}: {why}")),
        other => other,
    }
}

/// The program's run with the result of a conversation.
fn assessed(
    cases: &Cases,
    exit: ExitStatus,
    talk: Conversation,
    left: &Bundle,
) -> Result<Execution, RunError> {
    let Conversation { program, validator, is_validator_first, said } = talk;
    let failed = |why: &str| Err(RunError::Validator(why.to_owned()));
    let Some(validator) = validator else { return failed("it did not end after the program had ended") };
    let opinion = Opinion::of(&validator, left);
    // If it was still running when the validator had objected, it was ended for that.
    let is_ended = program.is_none();
    let program = program.unwrap_or_else(|| Execution::of_nothing(Ending::Closed));
    if !ended_well(exit, &program) && has_waited(&program, &validator) {
        return failed("the program had to wait for it too long");
    }
    // A program that was stopped cut the validator's input off.
    let was_cut = !is_validator_first && matches!(program.ending, Ending::Stopped(_));
    let objection = match opinion {
        Opinion::None(why) if !was_cut => return Err(RunError::Validator(why)),
        Opinion::None(_) | Opinion::Right => None,
        Opinion::Wrong(_) if is_contradiction(cases, left) => return failed(BOTH),
        Opinion::Wrong(message) if message.is_empty() => Some(UNEXPLAINED.to_owned()),
        Opinion::Wrong(message) => Some(message),
    };
    if objection.is_none() && is_ended {
        return failed("it changed its mind");
    }
    let assessment = Assessment {
        came_first: is_validator_first,
        objection,
        conversation: Some(said),
        message: to_author(left),
        share: None,
        to_judges: None,
    };
    Ok(Execution { assessment: Some(assessment), ..program })
}

/// Whether a program was stopped for the time that its validator took.
fn has_waited(program: &Execution, validator: &Execution) -> bool {
    let Usage { wall, cpu, asleep, .. } = validator.usage;
    let worked = match program.ending {
        // A single long wait. Where the system tells, what waits for a processor is not asleep.
        Ending::Stopped(Limit::Stalled { .. }) if !asleep.is_zero() => wall.saturating_sub(asleep),
        // An endless conversation is no fault of the validator, however busy the machine is.
        Ending::Stopped(Limit::Stalled { .. } | Limit::Wall | Limit::Asleep { .. }) => cpu,
        _ => return false,
    };
    worked > program.usage.wall / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ending: Ending, [wall, cpu, asleep]: [u64; 3]) -> Execution {
        let [wall, cpu, asleep] = [wall, cpu, asleep].map(Duration::from_secs);
        let usage = Usage { wall, cpu, asleep, ..Usage::default() };
        Execution { usage, ..Execution::of_nothing(ending) }
    }

    #[test]
    fn a_program_has_waited_for_a_validator_that_worked_or_had_no_processor() {
        let late = run(Ending::Stopped(Limit::Stalled { has_read: None }), [10, 1, 9]);
        let waits = |validator| has_waited(&late, &run(Ending::Exited(42), validator));
        assert!(waits([10, 9, 1]) && waits([10, 0, 0]) == waits([10, 4, 0]));
        assert!(waits([10, 1, 2]), "it waited for a processor");
        assert!(!waits([10, 1, 9]), "it slept, too");
        assert!(!has_waited(&run(Ending::Exited(0), [10, 1, 9]), &run(Ending::Exited(42), [10, 9, 0])));
        let endless = run(Ending::Stopped(Limit::Wall), [10, 1, 9]);
        assert!(!has_waited(&endless, &run(Ending::Exited(42), [10, 4, 2])), "they talked all the time");
    }

    #[test]
    fn passes_are_told_apart_from_what_is_said_in_them() {
        assert_eq!(as_conversation(b"1 2\n--- pass 9\n", b"3"), "<1 2\n<--- pass 9\n>3\n");
    }
}
