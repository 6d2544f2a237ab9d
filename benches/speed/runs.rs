//! One run of a program: the floor is the least that any judge can do: start it with a file for its
//! input, take what it writes, and wait. All contestants play the same games, in rounds that take
//! turns, so that a machine that is busy for a while is busy for all of them.

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use referee::dialect::Dialect;
use referee::execution::{Limits, ProgramInput};
use referee::process::{Command, ENVIRONMENT, Interrupt, Isolation, RunDir, WarmGame, run, run_warm};
use referee::suite::{Case, InputFormat, Suite};

use crate::contest::{Contestant, GAMES};
use crate::machine::{middle, time};
use crate::{peers, programs};

/// How many of them are played by programs that take long to start.
const FEWER: usize = 50;
/// How often a held program plays them in a round: a judge's suite has thousands of games, in which a start counts for
/// little.
const TIMES: usize = 20;
/// How many rounds there are.
pub(crate) const ROUNDS: usize = 3;

/// How many games are given to a helper at once, as the judge does with quick programs.
const BATCH: usize = 64;

/// Held programs: watched to their end, and ended when they begin to clean up.
const WARM: &str = "judge, warm";
const BRIEF: &str = "judge --skip-tidying, warm";

/// Games of `complete`, as many from each part of it: those that come first are much longer than others.
pub(crate) fn games(count: usize) -> Vec<Case> {
    let suite = Suite::of(&Dialect::Tictactoe, "complete").expect("it is generated");
    let games: Vec<Case> = suite.games().collect();
    let step = games.len() / count;
    games.into_iter().step_by(step).take(count).collect()
}

pub(crate) fn measure() {
    let interrupt = Interrupt::on_signals().expect("signals");
    println!("µs a run, and × floor: {GAMES} games ({FEWER} but in C), medians of {ROUNDS} rounds");
    println!("Held programs play them {TIMES} times in a round.");
    for (language, ending) in programs::LANGUAGES {
        match programs::ready(ending, &interrupt) {
            Some(command) => compare(language, &command, &interrupt),
            None => println!("{language}: skipped, not installed"),
        }
    }
}

fn compare(language: &str, command: &Command, interrupt: &Interrupt) {
    let count = if language == "C" { GAMES } else { FEWER };
    let games = games(count);
    let inputs: Vec<ProgramInput> =
        games.iter().map(|game| InputFormat::Lines.program_input(&game.inputs)).collect();
    let many: Vec<_> = std::iter::repeat_n(&inputs, TIMES).flatten().cloned().collect();
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    write_inputs(&inputs, folder.path());
    let isolation = Isolation::best(Path::new(programs::JUDGE));
    let [mut open, mut client, mut warm, mut brief] =
        [Isolation::none(), isolation.clone(), isolation.clone(), isolation.clone()]
            .map(|isolation| RunDir::isolated(&isolation).expect("a run dir"));
    let sandboxed = format!("judge --clean, isolation {}", isolation.level().name());
    let mut contestants: Vec<Contestant<'_>> = vec![
        ("floor: posix_spawn, wait", Box::new(|| floor(command, &inputs, folder.path()))),
        ("judge --clean, isolation none", Box::new(|| clean(command, &inputs, &mut open, interrupt))),
        (&sandboxed, Box::new(|| clean(command, &inputs, &mut client, interrupt))),
        (WARM, Box::new(|| held(command, &many, false, &mut warm, interrupt))),
        (BRIEF, Box::new(|| held(command, &many, true, &mut brief, interrupt))),
    ];
    if language == "C" {
        contestants.extend(peers::contestants(command, folder.path()));
    }
    let times = take_turns(&mut contestants);
    for ((name, _), time) in contestants.iter().zip(&times) {
        let games = if *name == WARM || *name == BRIEF { many.len() } else { count };
        let [each, floor] =
            [(time, games), (&times[0], count)].map(|(time, games)| time.as_secs_f64() * 1e6 / games as f64);
        println!("{language:8} {name:40} {each:9.0} {:7.2}", each / floor);
    }
}

pub(crate) fn take_turns(contestants: &mut [Contestant<'_>]) -> Vec<Duration> {
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for ((_, play), times) in contestants.iter_mut().zip(&mut times) {
            let timed = || time(play);
            times.push(std::thread::scope(|scope| scope.spawn(timed).join().expect("no panic")));
        }
    }
    times.into_iter().map(middle).collect()
}

/// Writes what each game has on standard input into a file, for the floor.
pub(crate) fn write_inputs(inputs: &[ProgramInput], folder: &Path) {
    for (number, input) in inputs.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.in")), &input.stdin).expect("a file");
    }
}

pub(crate) fn floor(command: &Command, inputs: &[ProgramInput], folder: &Path) {
    for (game, input) in inputs.iter().enumerate() {
        let stdin = File::open(folder.join(format!("{game}.in"))).expect("a file");
        let mut program = std::process::Command::new(&command.program);
        program.args(&command.args).args(input.args.iter().map(|arg| OsStr::from_bytes(arg)));
        program.env_clear().envs(ENVIRONMENT).stdin(stdin);
        let ran = program.output().expect("it starts");
        assert!(!ran.stdout.is_empty(), "{game}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

pub(crate) fn clean(command: &Command, inputs: &[ProgramInput], run_dir: &mut RunDir, interrupt: &Interrupt) {
    run_dir.stay_close();
    for input in inputs {
        let ran = run(command, input, &Limits::default(), run_dir, interrupt).expect("a run");
        assert!(!ran.stdout.is_empty());
    }
}

fn held(
    command: &Command,
    inputs: &[ProgramInput],
    may_be_dismissed: bool,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) {
    run_dir.stay_close();
    let games: Vec<_> = inputs
        .iter()
        .map(|input| WarmGame {
            input: input.stdin.clone(),
            is_by_turns: false,
            open_after: None,
            most_output: Limits::default().output,
            may_be_dismissed,
            is_checked: false,
        })
        .collect();
    let held = warm(command, &games, run_dir, interrupt);
    if held < inputs.len() {
        // It cannot be held, so the judge starts it anew.
        clean(command, &inputs[held..], run_dir, interrupt);
    }
}

/// Plays games by a held program, as long as they can be, and tells how many were.
pub(crate) fn warm(
    command: &Command,
    games: &[WarmGame],
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> usize {
    let mut left = games;
    while !left.is_empty() {
        let batch = left[..left.len().min(BATCH)].to_vec();
        let ran = run_warm(command, batch, &Limits::default(), run_dir, interrupt).expect("a run");
        let held = ran.iter().take_while(|ran| ran.is_ok()).count();
        left = &left[held..];
        if let Some(Err(cold)) = ran.last()
            && (cold.is_for_good() || held == 0)
        {
            println!("not held, since it {}", cold.why);
            break;
        }
    }
    games.len() - left.len()
}
