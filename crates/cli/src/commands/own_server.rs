//! A server that is started for a measurement, in a process of its own.

use crate::error::CliError;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs, io, process};

/// A server that runs until this is dropped. Then its folder is deleted, unless it was given.
pub(super) struct OwnServer {
    process: Child,
    pub(super) address: SocketAddr,
    data: PathBuf,
    is_temporary: bool,
}

impl OwnServer {
    /// Starts this program as a server, with these limits.
    pub(super) fn start(folder: Option<&Path>, limits: &[&str]) -> Result<OwnServer, CliError> {
        let temporary = || env::temp_dir().join(format!("parlor-load-{}", process::id()));
        let data = folder.map_or_else(temporary, Path::to_path_buf);
        let program: PathBuf = env::current_exe()?;
        let mut process = Command::new(program)
            .args(["serve", "--address", "127.0.0.1:0"])
            .args(limits)
            .arg("--data")
            .arg(&data)
            .env("PARLOR_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = line.trim().trim_start_matches("http://").parse();
        let address = address.map_err(|_| CliError::bad("the server did not start"))?;
        Ok(OwnServer { process, address, data, is_temporary: folder.is_none() })
    }

    /// Returns the folder of its database.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }

    /// Returns its resident memory in bytes; 0 where the system doesn't report it.
    pub(super) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: Option<u64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        kilobytes.unwrap_or(0) * 1_024
    }

    /// Returns its CPU time in microseconds.
    pub(super) fn cpu(&self) -> f64 {
        cpu_of(self.process.id())
    }

    /// Kills it.
    pub(super) fn kill(&mut self) -> io::Result<()> {
        let _ = self.process.kill();
        self.process.wait().map(drop)
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        let _ = self.kill();
        if self.is_temporary {
            // If this fails, the system removes its temporary files later.
            let _ = fs::remove_dir_all(&self.data);
        }
    }
}

/// Returns the CPU time of this process in microseconds.
pub(super) fn own_cpu() -> f64 {
    cpu_of(process::id())
}

/// Returns a process's CPU time in microseconds; 0 where the system doesn't report it.
fn cpu_of(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may have spaces: the state, ten other fields, then user and system time in hundredths.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() * 1e4
}
