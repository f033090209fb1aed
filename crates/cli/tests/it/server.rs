//! `parlor serve` in a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server process that is killed at the end of its test.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(data: &Path, address: &str, more: &[&str]) -> Server {
        Server::start_by(Command::new(env!("CARGO_BIN_EXE_parlor")), data, address, more)
    }

    /// Starts one with an environment variable.
    #[cfg(unix)]
    pub(crate) fn start_with_variable(data: &Path, name: &str, value: &str) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlor"));
        program.env(name, value);
        Server::start_by(program, data, "127.0.0.1:0", &[])
    }

    /// Starts one that survives a write beyond the limit of a file, as it would a full disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_on_small_disk(data: &Path) -> Server {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_parlor")]);
        Server::start_by(shell, data, "127.0.0.1:0", &[])
    }

    /// Starts one that may have this many files open, at first fewer.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_with_files(data: &Path, files: u32) -> Server {
        let mut shell = Command::new("sh");
        let limit = format!("ulimit -Sn {} && ulimit -Hn {files} && exec \"$0\" \"$@\"", files / 2);
        shell.args(["-c", &limit, env!("CARGO_BIN_EXE_parlor")]);
        Server::start_by(shell, data, "127.0.0.1:0", &[])
    }

    /// Starts one whose wall clock is off: `+1h`.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_at(data: &Path, clock: &str) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlor"));
        program.envs(parlor_chaos::other_clock(clock).expect("faketime is installed"));
        Server::start_by(program, data, "127.0.0.1:0", &[])
    }

    fn start_by(mut program: Command, data: &Path, address: &str, more: &[&str]) -> Server {
        let mut process = program
            .args(["serve", "--address", address, "--data"])
            .arg(data)
            .args(more)
            .env_remove("NO_COLOR")
            .env_remove("PARLOR_LOG")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("the server starts").parse().unwrap();
        Server { process, address }
    }

    /// Limits the size of its files.
    #[cfg(target_os = "linux")]
    pub(crate) fn limit_files(&self, bytes: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let limit = Rlimit { current: bytes, maximum: None };
        prlimit(Some(Pid::from_child(&self.process)), Resource::Fsize, limit).unwrap();
    }

    #[cfg(unix)]
    pub(crate) fn is_running(&mut self) -> bool {
        self.process.try_wait().unwrap().is_none()
    }

    /// Interrupts it as Ctrl-C would, and returns its log.
    #[cfg(unix)]
    pub(crate) fn log(mut self) -> String {
        use std::io::Read;
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let mut log = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.process.wait().unwrap().success());
        log
    }
}

impl Drop for Server {
    /// Kills it, as a power failure would.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
