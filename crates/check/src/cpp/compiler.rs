//! A C++ compiler, and what it can do.

use crate::sandbox::{End, Job, Limits, ResolvedCommand, Run, Sandbox, SandboxError, Variable, resolve};
use std::path::Path;
use std::time::Duration;

/// A C++ compiler.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    command: ResolvedCommand,
    /// The first line of what it says about itself.
    pub(super) version: String,
    /// Whether it can link programs with the sanitizers.
    pub(super) has_sanitizers: bool,
    /// Flags that only newer compilers know.
    extra: Vec<&'static str>,
}

/// Compilers that are looked for, in this order.
const NAMES: [&str; 3] = ["g++", "clang++", "c++"];
/// Garbage in local variables that were never set, so that their use is seen.
const GARBAGE: &str = "-ftrivial-auto-var-init=pattern";

impl Compiler {
    /// Finds a compiler: the one that is named, or the first that is there. None if there is none.
    pub(super) fn find(
        name: Option<&str>,
        variables: &[Variable],
        sandbox: &mut Sandbox,
    ) -> Result<Option<Compiler>, SandboxError> {
        let names: Vec<&str> = name.map_or(NAMES.to_vec(), |name| vec![name]);
        let Some(command) = names.iter().find_map(|name| resolve(&[name.to_string()]).ok()) else {
            return Ok(None);
        };
        let command = ResolvedCommand { variables: variables.to_vec(), ..command };
        let mut compiler =
            Compiler { command, version: String::new(), has_sanitizers: true, extra: Vec::new() };
        let version = compiler.run(sandbox, &["--version".into()], "")?;
        compiler.version = String::from_utf8_lossy(&version.stdout).lines().next().unwrap_or_default().into();
        let probe = |flags: &[&str]| -> Vec<String> {
            flags.iter().chain(&["-x", "c++", "-", "-o", "probe"]).map(|word| word.to_string()).collect()
        };
        let program = "int main() { return 0; }\n";
        let linked = compiler.run(sandbox, &probe(&["-fsanitize=address,undefined"]), program)?;
        compiler.has_sanitizers = linked.end == End::Exited(0);
        if compiler.run(sandbox, &probe(&["-c", GARBAGE]), program)?.end == End::Exited(0) {
            compiler.extra.push(GARBAGE);
        }
        Ok(Some(compiler))
    }

    /// Returns the flags that every file is compiled with.
    pub(super) fn flags(&self, standard: &str) -> Vec<String> {
        let mut flags = vec![format!("-std={standard}")];
        let common = ["-Wall", "-Wextra", "-g1", "-O0", "-fno-omit-frame-pointer", "-D_GLIBCXX_ASSERTIONS"];
        flags.extend(common.iter().chain(&self.extra).map(|flag| flag.to_string()));
        if self.has_sanitizers {
            flags.extend(["-fsanitize=address,undefined".into(), "-DPARLOR_SANITIZED".into()]);
        }
        flags
    }

    /// Runs the compiler.
    pub(super) fn run(
        &self,
        sandbox: &mut Sandbox,
        arguments: &[String],
        input: &str,
    ) -> Result<Run, SandboxError> {
        let limits =
            Limits { time: Duration::from_secs(60), memory: 2 << 30, output: 1 << 20, processes: 16 };
        let job = self.command.job(input.as_bytes().to_vec(), limits);
        sandbox.run(&Job { arguments: arguments.to_vec(), ..job })
    }
}

/// Returns a path as an argument.
pub(super) fn argument(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
