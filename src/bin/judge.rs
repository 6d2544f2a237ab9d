//! The program `judge`: see [`referee::cli::judge`].

fn main() -> std::process::ExitCode {
    referee::cli::judge::main()
}
