//! Further checks of a candidate that has passed: a game again in other surroundings, lines that nobody types, and games in
//! parallel.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Facts;
use super::cross::cross_check;
use super::cross::{Difference, Refused, Varied};
use super::explain::flaky;
use super::note::Note;
use super::player::{Attempt, PlannedCase, Player, Target};
use super::{Candidate, Failure, Plan, Settings, robustness};
use crate::challenge::Weakness;
use crate::driver::Start;
use crate::execution::{Ending, Execution, FeedMode};
use crate::process::{Command, RunError, core_count, roam};
use crate::suite::{Case, InputFormat, IoMode, of_words};
use crate::transcript::DivergenceKind;
use crate::verdict::{CaseResult, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FurtherCheck {
    /// Repeated runs on all cores: programs with threads may answer differently there.
    AllCores,
    /// Many starts of a held program whose text names a source of chance, since all runs of one start draw the same.
    Starts,
    /// A run in other surroundings, where a failure is only noted. With a cross-check it counts, and the candidate is also
    /// run in parallel.
    Surroundings,
    /// Lines with the words and numbers of its own text.
    OwnWords,
    /// Recordings of programs that ended by themselves, with a line more: one that asks on there answers it.
    AfterTheEnd,
    /// Lines of a kind outside the domain, where a failure is only noted.
    Outside(Weakness),
}

/// The checks of a candidate that has passed, in the order of their notes.
pub(super) fn checks(settings: &Settings) -> Vec<FurtherCheck> {
    // Where these lines count, they are in the suites.
    let outside = Weakness::ALL.iter().filter(|_| !settings.criteria.is_robust);
    let outside = outside.map(|&weakness| FurtherCheck::Outside(weakness));
    let usual = [FurtherCheck::AfterTheEnd, FurtherCheck::OwnWords, FurtherCheck::Starts];
    usual
        .into_iter()
        .chain([FurtherCheck::AllCores, FurtherCheck::Surroundings])
        .chain(outside)
        .filter(|_| settings.further_checks)
        .collect()
}

impl FurtherCheck {
    /// Carries it out; with a held program where that may be and a clean run is not what is checked. Runs of the same case are
    /// repeated as long as they take no more processor time than `effort`.
    pub(super) fn perform(
        self,
        player: &mut Player<'_>,
        candidate: &Candidate,
        (target, may_be_held): (Target<'_>, bool),
        plan: &Plan,
        effort: Duration,
    ) -> Result<Varied, RunError> {
        match self {
            FurtherCheck::AfterTheEnd => after_the_end(player, target),
            FurtherCheck::OwnWords if !plan.is_general() => Ok(Varied::Noted(Vec::new())),
            FurtherCheck::OwnWords => own_words(player, candidate, (target, may_be_held)),
            FurtherCheck::Starts => in_many_starts(player, candidate, (target, may_be_held), plan),
            FurtherCheck::AllCores => on_all_cores(player, target, plan, effort),
            FurtherCheck::Surroundings => in_other_surroundings(player, candidate, target, plan, effort),
            FurtherCheck::Outside(weakness) => {
                let note = robustness::note(player, candidate, target, (weakness, may_be_held))?;
                Ok(Varied::Noted(note.into_iter().collect()))
            }
        }
    }
}

/// The first recording at whose end it does not end, but answers another line. It gets each line when it asks for it: many a
/// right program answers what came before it has closed its input. One that takes all lines for its answer says something else,
/// not more, and is right in what was recorded.
fn after_the_end(player: &mut Player<'_>, target: Target<'_>) -> Result<Varied, RunError> {
    let dialect = player.settings.dialect().clone();
    let mode = IoMode { feed: target.mode.feed.max(FeedMode::Turn), ..target.mode };
    let is_fed_ahead = player.settings.conditions.feed == Some(FeedMode::Ahead);
    if mode.format != InputFormat::Lines || target.command.is_module() || is_fed_ahead {
        return Ok(Varied::Noted(Vec::new()));
    }
    let recordings = dialect.observed().map_or(&[][..], |observed| observed.recordings());
    for (name, run) in recordings.iter().filter(|(_, run)| run.is_over()) {
        let Some(line) = run.turns.iter().find(|turn| !turn.answer.is_empty()) else { continue };
        let inputs = [run.inputs(), vec![line.input.clone().into_bytes()]].concat();
        let case = Case { name: format!("{name}, and on"), dialect: dialect.clone(), inputs };
        let planned = [PlannedCase::new(case, Start::Clean)];
        let attempt = player.attempt(Target { mode, ..target }, &planned, false)?.swap_remove(0);
        let Attempt { runs, settled, .. } = attempt;
        match settled.result.divergence() {
            Some(found) if found.kind == DivergenceKind::Extra => {
                let [PlannedCase { case, .. }] = planned;
                return Ok(Varied::Failed(Box::new(Facts { place: 0, case, mode, runs, settled })));
            }
            Some(_) => break,
            None => {}
        }
    }
    Ok(Varied::Noted(Vec::new()))
}

/// The first session with words of its own text that it fails.
fn own_words(
    player: &mut Player<'_>,
    candidate: &Candidate,
    (target, may_be_held): (Target<'_>, bool),
) -> Result<Varied, RunError> {
    let start = if may_be_held { Start::Warm } else { Start::Clean };
    let cases = of_words(player.settings.dialect(), &candidate.dictionary()).into_iter();
    let planned: Vec<_> = cases.map(|case| PlannedCase::new(target.mode.fit(case), start)).collect();
    let attempts = player.attempt(target, &planned, false)?;
    for (PlannedCase { case, .. }, Attempt { runs, settled, .. }) in planned.into_iter().zip(attempts) {
        if !settled.result.is_accepted() {
            return Ok(Varied::Failed(Box::new(Facts { place: 0, case, mode: target.mode, runs, settled })));
        }
    }
    Ok(Varied::Noted(Vec::new()))
}

fn in_other_surroundings(
    player: &mut Player<'_>,
    candidate: &Candidate,
    target: Target<'_>,
    plan: &Plan,
    effort: Duration,
) -> Result<Varied, RunError> {
    let is_strict = player.settings.cross_check;
    let effort = if is_strict { Duration::MAX } else { effort };
    let found = plan.most_varied().map(|case| differences(player, target, case, effort)).transpose()?;
    let found = found.unwrap_or_default();
    if !is_strict {
        let note = |(place, found): &(&str, Difference)| found.note(place, target.mode, candidate);
        return Ok(Varied::Noted(found.iter().map(note).collect()));
    }
    match found.into_iter().next() {
        Some((place, difference)) => {
            let note = Note::FailsElsewhere(place.to_owned());
            Ok(Varied::Refused(Box::new(Refused { difference, note, alone: None })))
        }
        None => cross_check(player, target, plan.evidence()),
    }
}

/// How often a program that may depend on chance plays the first games again, within how much processor time, and how many games
/// these are at most.
const STARTS: usize = 180;
const WORK: Duration = Duration::from_secs(20);
const GAMES: usize = 80;

/// How many clean runs try to confirm the failure of a held program: of faults in one start of 60, 99 % are seen.
const CONFIRMATIONS: usize = 300;

/// Plays the first games again and again: they have every ending, and that is where most faults show. A held program plays them
/// all with each start, another one only the next. A hidden choice is drawn in each game of the suites.
fn in_many_starts(
    player: &mut Player<'_>,
    candidate: &Candidate,
    (target, may_be_held): (Target<'_>, bool),
    plan: &Plan,
) -> Result<Varied, RunError> {
    let word = candidate.word_of_chance().filter(|_| !player.settings.dialect().has_hidden());
    let Some(word) = word else { return Ok(Varied::Noted(Vec::new())) };
    let start = if may_be_held { Start::Warm } else { Start::Clean };
    let cases = plan.evidence().take(GAMES).map(|case| PlannedCase::new(target.mode.fit(case), start));
    let cases: Vec<_> = cases.collect();
    let (mut starts, mut work) = (0, Duration::ZERO);
    while starts < STARTS && work < WORK {
        let (first, played) = if may_be_held {
            // Another player starts the program anew.
            (0, player.another()?.attempt(target, &cases, false)?)
        } else {
            let next = starts % cases.len().max(1);
            (next, player.attempt(target, cases.get(next..=next).unwrap_or_default(), false)?)
        };
        work += played.iter().map(|attempt| attempt.work).sum::<Duration>();
        for (PlannedCase { case, .. }, Attempt { mut runs, settled, made, .. }) in
            cases[first..].iter().zip(played)
        {
            if made.is_different() && settled.result.is_accepted() {
                return confirmed(player, target, case);
            }
            if !settled.result.is_accepted() {
                return Ok(chosen_anew(case, (runs.swap_remove(settled.run), settled.result), None));
            }
        }
        starts += 1;
    }
    // (1 - 3 / n)^n is at most 5 %.
    let note = Note::Chance { word, starts: starts as u64, found: starts as u64 / 3 };
    Ok(Varied::Noted(Vec::from_iter((starts >= 3 && !cases.is_empty()).then_some(note))))
}

/// The failure of a clean run, if one fails.
fn confirmed(player: &mut Player<'_>, target: Target<'_>, case: &Case) -> Result<Varied, RunError> {
    let mut alone = None;
    for _ in 0..CONFIRMATIONS {
        let (other, result) = player.play(target, case)?;
        if result.is_accepted() {
            alone = Some(other);
            continue;
        }
        return Ok(chosen_anew(case, (other, result), alone));
    }
    Ok(Varied::Noted(Vec::new()))
}

fn chosen_anew(case: &Case, (other, result): (Execution, CaseResult), alone: Option<Execution>) -> Varied {
    let difference = Difference { place: 0, case: case.clone(), other, result };
    Varied::Refused(Box::new(Refused { difference, note: Note::ChosenAnew, alone }))
}

/// How often a game is played on all cores.
const ON_ALL_CORES: usize = 10;

/// Everything else is played on one core, where the threads of a program take turns.
fn on_all_cores(
    player: &mut Player<'_>,
    target: Target<'_>,
    plan: &Plan,
    effort: Duration,
) -> Result<Varied, RunError> {
    let right = Ok(Varied::Noted(Vec::new()));
    let Some(case) = plan.most_varied().filter(|_| core_count().get() > 1) else { return right };
    let case = target.mode.fit(case.clone());
    let (alone, result) = player.play(target, &case)?;
    if !result.is_accepted() {
        return right;
    }
    let player = &*player;
    // In its own thread, since this one stays on its core.
    let failed = std::thread::scope(|scope| {
        let runs = scope.spawn(|| -> Result<Option<(Execution, CaseResult)>, RunError> {
            roam();
            let mut player = player.another()?;
            let mut work = alone.usage.work();
            for _ in 0..ON_ALL_CORES {
                let (run, result) = player.play(target, &case)?;
                if !result.is_accepted() {
                    return Ok(Some((run, result)));
                }
                work += run.usage.work();
                if work > effort {
                    break;
                }
            }
            Ok(None)
        });
        runs.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    let Some((other, result)) = failed else { return right };
    let difference = Difference { place: 0, case, other, result };
    let note = Note::FailsElsewhere("on several cores".to_owned());
    Ok(Varied::Refused(Box::new(Refused { difference, note, alone: Some(alone) })))
}

impl Difference {
    /// The difference in these surroundings.
    fn note(&self, place: &str, mode: IoMode, candidate: &Candidate) -> Note {
        let failure = Failure::of(&self.case, mode, candidate, &self.other, &self.result);
        let reason = failure.reason();
        let what = match failure.verdict {
            Verdict::Wrong => format!("prints something else: {reason}"),
            verdict => format!("fails ({verdict}): {reason}"),
        };
        Note::Elsewhere { place: place.to_owned(), what }
    }
}

impl Refused {
    pub(super) fn failure(&self, mode: IoMode, candidate: &Candidate) -> Failure {
        let Difference { case, other, result, .. } = &self.difference;
        let mut failure = Failure::of(case, mode, candidate, other, result);
        failure.notes.push(self.note.clone());
        match &self.alone {
            Some(alone) => flaky(failure, alone, other),
            None => failure,
        }
    }
}

/// Where the shell has to write into the folder of the run.
const ELSEWHERE: &str = "in another folder";
const FROM_FILE: &str = "with standard input from a file";
const RENAMED: &str = "under another name";

/// What a shell does before it executes the program.
const SHELL: [(&str, &str); 5] = [
    ("in another language", r#"export LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8 LANGUAGE=de; exec "$@""#),
    ("in the locale C", r#"export LANG=C LC_ALL=C; exec "$@""#),
    ("without HOME", r#"unset HOME; exec "$@""#),
    (ELSEWHERE, r#"mkdir other && cd other && exec "$@""#),
    (FROM_FILE, r#"cat >.in && exec <.in && rm .in && exec "$@""#),
];

/// What a shell does to start a program by another name: its arguments begin with the file and the other name.
const RENAME: &str = r#"ln -s "$1" "$2" && shift 2 && exec "$@""#;

/// The exit statuses of a shell that could not execute the program.
const CANNOT: [i32; 2] = [126, 127];

/// Plays a case in each of the other surroundings: another language or locale, no HOME, input from a file or a terminal, another folder, another
/// name. Returns those in which it fails. No challenge specifies the surroundings of a program, and a good program does not depend
/// on them.
fn differences(
    player: &mut Player<'_>,
    target: Target<'_>,
    case: &Case,
    effort: Duration,
) -> Result<Vec<(&'static str, Difference)>, RunError> {
    let Target { command, mode } = target;
    if command.is_module() || !command.pipes.is_empty() {
        return Ok(Vec::new());
    }
    // What it reads comes while it answers, and from no file.
    let talks = player.settings.dialect().whole().is_some_and(|whole| whole.cases().is_interactive);
    let left_out = match player.may_write() {
        false => &[ELSEWHERE, FROM_FILE, RENAMED][..],
        true if player.uses_folder(case) || !command.given.is_empty() => &[ELSEWHERE],
        true => &[],
    };
    let (usual, _) = player.play(target, &mode.fit(case.clone()))?;
    let (mut found, mut work) = (Vec::new(), usual.usage.work());
    let others = others(command, mode, usual.stderr.is_empty(), talks).into_iter();
    for (words, command, mode) in others.filter(|(words, ..)| !left_out.contains(words)) {
        if work > effort {
            break;
        }
        let case = mode.fit(case.clone());
        let (other, result) = player.play(Target { command: &command, mode }, &case)?;
        work += other.usage.work();
        let is_right = result.is_accepted() || is_no_program(&other);
        let shows_copy = !is_right && words == RENAMED && {
            let beside = beside_another(target.command, false).expect("it has another name");
            !player.play(Target { command: &beside, mode }, &case)?.1.is_accepted()
        };
        if !is_right && !shows_copy {
            found.push((words, Difference { place: 0, case, other, result }));
        }
    }
    Ok(found)
}

/// How to start the program in each of the other surroundings. On a terminal, standard error appears within the output, so a
/// program that writes there is not tried on one.
fn others(
    command: &Command,
    mode: IoMode,
    is_quiet: bool,
    talks: bool,
) -> Vec<(&'static str, Command, IoMode)> {
    let is_piped = mode.format.is_on_stdin() && mode.feed == FeedMode::Ahead && !talks;
    let by_shell = SHELL.iter().filter(|(words, _)| is_piped || *words != FROM_FILE);
    let by_shell = by_shell.map(|(words, script)| (*words, through_shell(command, script, &[]), mode));
    let renamed = beside_another(command, true).map(|command| (RENAMED, command, mode));
    let typed = IoMode { feed: FeedMode::Terminal, ..mode };
    let on_terminal = (is_piped && mode.format == InputFormat::Lines && is_quiet)
        .then(|| ("on a terminal", command.clone(), typed));
    by_shell.chain(renamed).chain(on_terminal).collect()
}

/// A program that a shell executes. `first` comes before its words.
fn through_shell(command: &Command, script: &str, first: &[OsString]) -> Command {
    let mut args: Vec<OsString> = ["-c", script, "sh"].map(OsString::from).into();
    args.extend_from_slice(first);
    args.push(command.program.clone().into());
    args.extend_from_slice(&command.args);
    Command { program: "/bin/sh".into(), args, ..command.clone() }
}

/// A program with a link of another name beside it, by which it is started if that is wanted, if it is one of the files that are
/// shown. One that shows what is in its folder shows the link either way.
fn beside_another(command: &Command, is_renamed: bool) -> Option<Command> {
    let is_file =
        |word: &Path| command.files.iter().any(|file| !file.is_folder && Path::new(&file.at) == word);
    let mut words = command.args.iter().map(PathBuf::from).chain([command.program.clone()]);
    let file = words.find(|word| is_file(word))?;
    let mut other = PathBuf::from("./other");
    other.set_extension(file.extension().unwrap_or_default());
    let mut command = command.clone();
    if is_renamed && command.program == file {
        command.program.clone_from(&other);
    }
    for word in command.args.iter_mut().filter(|word| is_renamed && Path::new(word) == file) {
        *word = other.clone().into();
    }
    Some(through_shell(&command, RENAME, &[file.into(), other.into()]))
}

/// Whether the shell could not execute the program.
fn is_no_program(execution: &Execution) -> bool {
    let could_not = matches!(&execution.ending, Ending::Exited(code) if CANNOT.contains(code));
    could_not && execution.stdout.is_empty()
}
