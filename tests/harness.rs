//! A submission as a test of this project, the way a user of the library has it: `referee::harness`.

use std::path::Path;
use std::process::ExitCode;

use referee::Check;
use referee::dialect::Dialect;
use referee::process::{Command, Isolation};
use referee::suite::Suite;

fn main() -> ExitCode {
    referee::harness::run(|| {
        let game = Dialect::Tictactoe;
        let submission = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/right.sh");
        let isolation =
            Isolation::best(&std::env::current_exe()?).showing(std::slice::from_ref(&submission))?;
        Ok(Check::new(&game)
            .suites([Suite::of(&game, "smoke")?])
            .isolated(isolation)
            .command("right.sh", Command::new("sh", [submission])))
    })
}
