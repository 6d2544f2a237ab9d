//! What isolation costs: the same small program started, waited for and judged over and over, bare
//! and at each level. `cargo bench --bench isolation`; a C compiler is needed.
//!
//! The floor is the least that any judge can do: start the program by `posix_spawn` on three pipes, read its
//! output, and wait. The line before it is the same without pipes, for the cost of a start alone. The
//! contestants' rounds alternate, so that a machine that is busy for a while is busy for all of them, and
//! medians are compared.

use std::hint::black_box;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use referee::execution::{Level, Limits, ProgramInput};
use referee::process::{Command, Interrupt, Isolation, Pinned, RunDir, run};

const ROUNDS: usize = 20;
const RUNS: usize = 50;

fn main() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for (class, flags) in [("glibc static", &["-static"][..]), ("glibc dynamic", &[])] {
        let program = folder.path().join(class.replace(' ', "-"));
        if compile(&program, flags) {
            compare(class, &program);
        } else {
            println!("{class}: skipped, cc does not make one");
        }
    }
}

fn compile(program: &Path, flags: &[&str]) -> bool {
    let source = program.with_extension("c");
    let text = "#include <unistd.h>\nint main(void) { return write(1, \"hello\\n\", 6) != 6; }\n";
    std::fs::write(&source, text).expect("a file for the source");
    let mut compiler = std::process::Command::new("cc");
    compiler.args(flags).arg("-O2").arg("-o").arg(program).arg(&source);
    compiler.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A way to run the program, so many times.
type Contestant<'a> = (String, Box<dyn FnMut(usize) + Send + 'a>);

fn compare(class: &str, program: &Path) {
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let interrupt = Interrupt::on_signals().expect("signals");
    let mut bare = RunDir::isolated(&Isolation::none()).expect("a run dir");
    let mut contestants: Vec<Contestant<'_>> = vec![
        ("without pipes".to_owned(), Box::new(|runs| (0..runs).for_each(|_| start_and_wait(program)))),
        ("the floor".to_owned(), Box::new(|runs| (0..runs).for_each(|_| start_and_read(program)))),
        (
            "the floor on one core".to_owned(),
            Box::new(|runs| {
                bare.stay_close();
                (0..runs).for_each(|_| start_and_read(program));
            }),
        ),
    ];
    for level in Level::ALL {
        match Isolation::at(level, judge) {
            Ok(isolation) => {
                contestants.push((level.name().to_owned(), isolated(program, &isolation, &interrupt)));
            }
            Err(why) => println!("{class}: {why}"),
        }
    }
    let mut times = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for ((_, contestant), times) in contestants.iter_mut().zip(&mut times) {
            times.push(time(contestant.as_mut()));
        }
    }
    println!("{class}, µs a run (median of {ROUNDS} rounds of {RUNS}), and as a multiple of the floor:");
    let medians: Vec<_> = times.iter_mut().map(|times| median(times)).collect();
    for ((name, _), median) in contestants.iter().zip(&medians) {
        let ratio = median.as_secs_f64() / medians[1].as_secs_f64();
        println!("  {name:22}{:8.0}{ratio:8.2}", median.as_secs_f64() * 1e6);
    }
}

fn start_and_read(program: &Path) {
    let mut command = std::process::Command::new(program);
    let output = command.env_clear().output().expect("it was just compiled");
    assert_eq!(black_box(output).stdout, b"hello\n");
}

fn start_and_wait(program: &Path) {
    let mut command = std::process::Command::new(program);
    command.env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    black_box(command.status().expect("it was just compiled"));
}

fn isolated<'a>(
    program: &Path,
    isolation: &Isolation,
    interrupt: &'a Interrupt,
) -> Box<dyn FnMut(usize) + Send + 'a> {
    let mut run_dir = RunDir::isolated(isolation).expect("a run dir");
    let files = vec![Pinned::of_person(program).unwrap()];
    let command = Command { files, ..Command::new(program, [""; 0]) };
    Box::new(move |runs| {
        // As the judge's workers do.
        run_dir.stay_close();
        for _ in 0..runs {
            let execution =
                run(&command, &ProgramInput::default(), &Limits::default(), &mut run_dir, interrupt);
            assert_eq!(execution.expect("a run").stdout, b"hello\n");
        }
    })
}

/// The time of a run, of several made by a thread of its own, which may stay where it is told to.
fn time(contestant: &mut (dyn FnMut(usize) + Send)) -> Duration {
    let measured = || {
        contestant(1);
        let start = Instant::now();
        contestant(RUNS);
        start.elapsed() / RUNS as u32
    };
    std::thread::scope(|scope| scope.spawn(measured).join().expect("runs do not panic"))
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}
