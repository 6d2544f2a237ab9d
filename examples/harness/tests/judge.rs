fn main() -> std::process::ExitCode {
    referee::harness::run(|| {
        let game = referee::dialect::Dialect::Tictactoe;
        let program = referee::process::Command::new::<&str>(env!("CARGO_BIN_EXE_noughts"), []);
        let suites = [referee::suite::Suite::of(&game, "smoke")?];
        Ok(referee::Check::new(&game).suites(suites).command("noughts", program))
    })
}
