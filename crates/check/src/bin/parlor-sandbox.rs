//! The supervisor of `parlor-check` as a program of its own; `parlor` has it built in.

fn main() -> std::process::ExitCode {
    parlor_check::sandbox::supervise()
}
