//! What feeding costs: the same game of nine moves given to a native program ahead, turn by turn and
//! on a terminal, without isolation and in the best sandbox there is. `cargo bench --bench feeding`.
//!
//! The difference to the first line of each group is the cost of checking whether the program waits. The
//! contestants' rounds alternate, so that a machine that is busy for a while is busy for all.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use referee::dialect::Dialect;
use referee::execution::{FeedMode, Limits};
use referee::process::{Command, Interrupt, Isolation, Pinned, RunDir, run};
use referee::suite::{Case, InputFormat, IoMode};
use referee::transcript::Profile;

const ROUNDS: usize = 400;

fn main() {
    let interrupt = Interrupt::on_signals().expect("signals");
    let referee = env!("CARGO_BIN_EXE_referee");
    let files = vec![Pinned::of_person(referee.as_ref()).unwrap()];
    let command = Command { files, ..Command::new(referee, [""; 0]) };
    let inputs = b"012345768".iter().map(|digit| vec![*digit]).collect();
    let case = Case { inputs, ..Case::trial(&Dialect::Tictactoe) };
    for isolation in [Isolation::none(), Isolation::best(Path::new(env!("CARGO_BIN_EXE_judge")))] {
        let mut run_dir = RunDir::isolated(&isolation).expect("a run dir");
        // As the judge's workers do.
        run_dir.stay_close();
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            for (feed, times) in FeedMode::ALL.into_iter().zip(&mut times) {
                let input = IoMode { format: InputFormat::Lines, feed }.program_input(&case, Profile::Golf);
                let began = Instant::now();
                let execution = run(&command, &input, &Limits::default(), &mut run_dir, &interrupt);
                times.push(began.elapsed());
                // On a terminal it greets, and shows the last board as well.
                assert!(black_box(execution.expect("a run").stdout).ends_with(b"X won.\n"));
            }
        }
        tell(&isolation, &mut times);
    }
}

fn tell(isolation: &Isolation, times: &mut [Vec<Duration>; 3]) {
    println!(
        "isolation {}, µs a game of nine moves (median of {ROUNDS}), and beyond the first:",
        isolation.level().name()
    );
    let medians = times.each_mut().map(|times| {
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1e6
    });
    for (feed, median) in FeedMode::ALL.into_iter().zip(medians) {
        println!("  {:10}{median:8.0}{:8.0}", feed.name(), median - medians[0]);
    }
}
