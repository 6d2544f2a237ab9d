//! A fault is named by the mutant that has it, from transcripts alone, with allowed deviations or without.

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use referee::diagnosis::{Cause, Observation, Suspects};
use referee::dialect::Dialect;
use referee::execution::{Ending, Limit, Stream};
use referee::game::Position as _;
use referee::game::tictactoe::Position;
use referee::suite::mutant::{Deviations, End, Mutant};
use referee::suite::{Case, ROBUST, SMOKE, Suite};

/// How much of an output is read, in bytes.
const LONGEST: usize = 1 << 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tictactoe")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn fixtures() -> Vec<Vec<Vec<u8>>> {
    let is_moves = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "moves");
    let moves = files(&folder()).into_iter().filter(is_moves);
    moves.map(|path| Dialect::Tictactoe.split(&std::fs::read(path).unwrap())).collect()
}

/// A few games, all different in their beginnings, with bad lines among the moves.
fn games() -> Vec<Vec<Vec<u8>>> {
    const BAD: [&str; 6] = ["9", "10", "-1", "a", "12", "?"];
    (0..100).map(|seed| game(seed, BAD[seed % 6])).collect()
}

fn game(seed: usize, bad: &str) -> Vec<Vec<u8>> {
    let mut position = Position::start();
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    let mut state = seed * 7919 + 13;
    while position.outcome().is_none() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = position.moves();
        let square = moves[(state >> 33) % moves.len()];
        if state >> 40 & 3 == 0 {
            inputs.push(bad.into());
        }
        if state >> 42 & 3 == 0 && !inputs.is_empty() {
            inputs.push(inputs[0].clone());
        }
        position = position.play(square).unwrap();
        inputs.push(square.number().to_string().into());
    }
    inputs.push(b"0".to_vec());
    inputs.retain(|input| !input.is_empty());
    inputs
}

fn ending(end: End) -> Ending {
    match end {
        End::Game | End::Input | End::Early => Ending::Exited(0),
        End::Error => Ending::Signaled(11),
        End::Never => Ending::Stopped(Limit::Wall),
        End::Flood => Ending::Stopped(Limit::Output(Stream::Stdout)),
    }
}

fn observe(
    mutant: &Mutant,
    runs: &[Vec<Vec<u8>>],
    deviations: Deviations,
    doubles_line_feeds: bool,
) -> Vec<Observation> {
    let observe = |inputs: &Vec<Vec<u8>>| {
        let (mut output, end) = mutant.run(deviations, inputs);
        if doubles_line_feeds {
            output = double_line_feeds(&output);
        }
        Observation { inputs: inputs.clone(), output, ending: Some(ending(end)) }
    };
    runs.iter().map(observe).collect()
}

/// Doubles the line feeds that end a message or the last row of a board, and puts one behind each
/// prompt.
fn double_line_feeds(output: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(output.to_vec()).unwrap();
    let text = text.replace(".\nX> ", ".\n\nX> ").replace("invalid.\n", "invalid.\n\n");
    text.replace("X> ", "X> \n").replace("O> ", "O> \n").replace("won.\n", "won.\n\n").into_bytes()
}

/// The mutants to try: each hypothesis is held beside each, so a debug build takes only some.
fn sample() -> impl Iterator<Item = &'static Mutant> {
    let step = if cfg!(debug_assertions) { 23 } else { 1 };
    Mutant::family().iter().chain(Mutant::family_of_endings()).step_by(step)
}

#[test]
fn a_mutant_is_known_by_its_transcripts() {
    let [robust, smoke] = [ROBUST, SMOKE].map(|kind| Suite::of(&Dialect::Tictactoe, kind.name).unwrap());
    // What takes as long as a buffer of 64 KiB is left out.
    let is_short = |case: &Case| {
        ["lines-", "refusals-"].iter().any(|name| case.name.contains(name)) && !case.name.contains("65536")
    };
    let classes = smoke.cases().chain(robust.cases()).filter(is_short).map(|case| case.inputs);
    let runs: Vec<_> = fixtures().into_iter().chain(games()).chain(classes).collect();
    let mut shadowed = Vec::new();
    for mutant in sample() {
        let observations = observe(mutant, &runs, Deviations::default(), false);
        let found: Vec<_> = Suspects::of(&Dialect::Tictactoe, &observations)
            .mutants()
            .iter()
            .map(referee::diagnosis::Diagnosis::name)
            .collect();
        if mutant.equivalent.is_some() || mutant.name.contains("65536") || mutant.name.contains("65535") {
            assert!(found.is_empty(), "{}: {found:?}", mutant.name);
            continue;
        }
        assert!(found.contains(&mutant.name.as_str()), "{}: {found:?}", mutant.name);
        if found[0] != mutant.name {
            shadowed.push((mutant.name.clone(), found[0]));
        }
    }
    assert!(shadowed.len() < 20, "{shadowed:?}");
}

#[test]
fn liberties_do_not_hide_a_fault() {
    crate::needs::patience();
    let runs = fixtures();
    let deviations = Deviations { board_after_refusal: true, final_board: true, ..Deviations::default() };
    for mutant in sample().filter(|mutant| mutant.equivalent.is_none()) {
        let plain = observe(mutant, &runs, Deviations::default(), false);
        if Suspects::of(&Dialect::Tictactoe, &plain).mutants().is_empty() {
            continue;
        }
        let free = observe(mutant, &runs, deviations, false);
        assert!(
            Suspects::of(&Dialect::Tictactoe, &free)
                .mutants()
                .iter()
                .any(|found| found.name() == mutant.name),
            "{}",
            mutant.name
        );
        let is_about_line_feeds =
            ["line-feed", "rows", "prompt", "space"].iter().any(|word| mutant.name.contains(word));
        if !is_about_line_feeds {
            let doubled = observe(mutant, &runs, Deviations::default(), true);
            assert!(
                Suspects::of(&Dialect::Tictactoe, &doubled)
                    .mutants()
                    .iter()
                    .any(|found| found.name() == mutant.name),
                "{} doubled",
                mutant.name
            );
        }
    }
}

#[test]
fn a_conforming_program_has_no_fault() {
    let silent = Mutant::family().iter().find(|mutant| mutant.equivalent.is_some()).unwrap();
    for deviations in Deviations::all() {
        assert!(
            Suspects::of(&Dialect::Tictactoe, &observe(silent, &fixtures(), deviations, false))
                .likeliest()
                .is_none()
        );
    }
}

#[test]
fn a_fault_explains_the_wrong_answer() {
    // It takes `+4` for 5. It need not say `invalid.`, since it may take it for 4.
    let output = b"...\n...\n...\nX> ...\n..X\n...\nO> ".to_vec();
    let seen = Observation { inputs: vec![b"+4".to_vec()], output, ending: Some(Ending::Exited(0)) };
    let suspects = Suspects::of(&Dialect::Tictactoe, &[seen]);
    assert!(suspects.likeliest().is_none(), "{suspects:?}");
}

#[test]
fn a_passed_run_speaks_against_a_claim() {
    let by_name = |name: &str| Mutant::family().iter().find(|mutant| mutant.name == name).unwrap();
    let mutant = by_name("misses-diagonal-246-for-o");
    let diagnosis =
        Suspects::of(&Dialect::Tictactoe, &observe(mutant, &fixtures(), Deviations::default(), false))
            .likeliest()
            .unwrap();
    assert_eq!(diagnosis.fault(), "does not see the diagonal 2-4-6 for O");
    assert_eq!(diagnosis.cause(), Cause::Position);
    let patience = by_name("dies-after-3");
    let diagnosis =
        Suspects::of(&Dialect::Tictactoe, &observe(patience, &fixtures(), Deviations::default(), false))
            .likeliest()
            .unwrap();
    assert_eq!(diagnosis.cause(), Cause::History);
}

/// Runs the wrong programs on the fixtures and prints what is said about them beside what is true.
#[test]
#[ignore = "runs some hundred programs in a dozen languages"]
fn wrong_programs_are_explained() {
    let toolchain = tempfile::tempdir().unwrap();
    let faults: toml::Table =
        std::fs::read_to_string(folder().join("wrong/expected.toml")).unwrap().parse().unwrap();
    let rows: Vec<_> =
        faults.iter().filter_map(|(name, row)| Some((name, row.get("fault")?.as_str()?))).collect();
    let explain = &|(name, fault): &(&String, &str)| {
        let program = prepare(&folder().join("wrong").join(name), toolchain.path());
        let found = Suspects::of(&Dialect::Tictactoe, &watch(&program))
            .mutants()
            .iter()
            .map(referee::diagnosis::Diagnosis::fault)
            .collect::<Vec<_>>();
        println!("{name}\n    is:   {fault}\n    said: {}", found.join(" | "));
        !found.is_empty()
    };
    let said: usize = std::thread::scope(|scope| {
        let parts = rows.chunks(rows.len().div_ceil(4));
        let threads: Vec<_> =
            parts.map(|part| scope.spawn(move || part.iter().filter(|row| explain(row)).count())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    println!("{said} of {} explained", rows.len());
    assert!(said * 4 >= rows.len() * 3);
}

/// Runs a program on the fixtures, but not for long if it does not end.
fn watch(program: &[PathBuf]) -> Vec<Observation> {
    let mut observations: Vec<Observation> = Vec::new();
    for inputs in fixtures() {
        let is_stopped = |seen: &&Observation| matches!(seen.ending, Some(Ending::Stopped(_)));
        if observations.iter().filter(is_stopped).count() < 3 {
            observations.push(run(program, inputs));
        }
    }
    observations
}

fn prepare(path: &Path, toolchain: &Path) -> Vec<PathBuf> {
    let interpreter = match path.extension().unwrap().to_str().unwrap() {
        "py" => "python3",
        "js" => "node",
        "rb" => "ruby",
        "lua" => "lua",
        "pl" => "perl",
        "sh" => "sh",
        "bash" => "bash",
        "awk" => return vec!["awk".into(), "-f".into(), path.into()],
        _ => {
            let program = toolchain.join(path.file_stem().unwrap());
            let status = Command::new("cc").arg("-w").arg("-o").arg(&program).arg(path).status().unwrap();
            assert!(status.success());
            return vec![program];
        }
    };
    vec![interpreter.into(), path.into()]
}

fn run(program: &[PathBuf], inputs: Vec<Vec<u8>>) -> Observation {
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.process_group(0).spawn().unwrap();
    let text: Vec<u8> = inputs.iter().flat_map(|input| [input, &b"\n"[..]]).flatten().copied().collect();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || drop(stdin.write_all(&text)));
    let stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut output = Vec::new();
        let _ = stdout.take(LONGEST as u64).read_to_end(&mut output);
        output
    });
    let start = Instant::now();
    let (status, limit) = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break (status, None);
        }
        if start.elapsed() > Duration::from_secs(3) {
            child.kill().unwrap();
            break (child.wait().unwrap(), Some(Limit::Wall));
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let output = reader.join().unwrap();
    let limit = if output.len() == LONGEST { Some(Limit::Output(Stream::Stdout)) } else { limit };
    let by_itself = status.code().map_or_else(|| Ending::Signaled(status.signal().unwrap()), Ending::Exited);
    Observation { inputs, output, ending: Some(limit.map_or(by_itself, Ending::Stopped)) }
}

#[test]
fn the_length_at_which_a_program_fails_is_found_exactly() {
    let all = ["smoke", "robust"].map(|suite| Suite::of(&Dialect::Tictactoe, suite).unwrap());
    let runs: Vec<_> = all.iter().flat_map(Suite::cases).map(|case| case.inputs).collect();
    for name in
        ["splits-at-3", "splits-at-15", "cuts-at-20", "dies-beyond-128", "dies-beyond-199", "splits-at-253"]
    {
        let all = Mutant::family().iter().chain(Mutant::family_of_lengths());
        let mutant = all.into_iter().find(|mutant| mutant.name == name).unwrap();
        let mut suspects =
            Suspects::of(&Dialect::Tictactoe, &observe(mutant, &runs, Deviations::default(), false));
        let mut played = 0;
        for inputs in suspects.decisive() {
            if suspects.differ_on(&inputs) {
                let seen = observe(mutant, &[inputs], Deviations::default(), false);
                suspects.observe(&seen[0]);
                played += 1;
            }
        }
        let found: Vec<_> = suspects.mutants().iter().map(referee::diagnosis::Diagnosis::name).collect();
        assert_eq!(found.first(), Some(&name), "{found:?}");
        assert!(played <= 20, "{name}: {played} games");
    }
}
