//! The program `referee`: see [`referee::cli::referee`].

fn main() -> std::process::ExitCode {
    referee::cli::referee::main()
}
