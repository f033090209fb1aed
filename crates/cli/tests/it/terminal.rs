//! A terminal for tests: tmux runs the program, types and clicks, and tells what is to be seen.
//!
//! Nothing here waits for a fixed time: every step waits until what it expects is on the screen.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long something may take to appear, on a machine that is very busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program in it.
pub(crate) struct Terminal {
    name: String,
    pub(crate) data: PathBuf,
    environment: String,
}

/// Whether the program can be driven in tmux. Without tmux a test fails, unless `PARLOR_SKIP_TMUX=1` skips it.
pub(crate) fn has_tmux() -> bool {
    if std::env::var_os("PARLOR_SKIP_TMUX").is_some_and(|value| value == "1") {
        eprintln!("SKIPPED: PARLOR_SKIP_TMUX is set, so the full screen was not tested in a terminal");
        return false;
    }
    let found = Command::new("tmux").arg("-V").output().is_ok();
    assert!(found, "there is no tmux: install it, as scripts/test does, or skip this by PARLOR_SKIP_TMUX=1");
    true
}

impl Terminal {
    /// Starts the program in a terminal of 80 x 24, with nothing moving and a data directory of its own.
    pub(crate) fn start(name: &str, arguments: &str) -> Terminal {
        Terminal::start_in(name, "", arguments)
    }

    /// Starts the program with more settings of the environment: `LC_ALL=C`.
    pub(crate) fn start_in(name: &str, environment: &str, arguments: &str) -> Terminal {
        let terminal = Terminal::new(name, environment);
        terminal.run(arguments);
        terminal
    }

    /// Starts an interactive shell, which has job control, with the data directory of this terminal.
    pub(crate) fn shell(name: &str) -> Terminal {
        let terminal = Terminal::new(name, "");
        let data = format!("XDG_DATA_HOME={}", terminal.data.display());
        let arguments = ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-e", &data];
        let output = terminal.tmux(&[&arguments[..], &["-e", "LC_ALL=C.UTF-8", "bash --norc -i"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        terminal
    }

    fn new(name: &str, environment: &str) -> Terminal {
        let name = format!("parlor-{}-{name}", std::process::id());
        let data = std::env::temp_dir().join(&name);
        let _ = fs::remove_dir_all(&data);
        fs::create_dir_all(&data).unwrap();
        Terminal { name, data, environment: environment.into() }
    }

    /// Starts the program once more in another terminal, with the same data directory.
    pub(crate) fn run_again(&mut self, arguments: &str) {
        self.tmux(&["kill-server"]);
        self.name.push_str("-again");
        self.run(arguments);
    }

    fn run(&self, arguments: &str) {
        let program = env!("CARGO_BIN_EXE_parlor");
        let (data, environment) = (self.data.display(), &self.environment);
        // The outer shell stays, so that what the program leaves behind can be seen. The inner one notes its process id,
        // which becomes the program's.
        let noted = "echo $$ >\"$XDG_DATA_HOME/pid\"; exec \"$0\" \"$@\"";
        let command = format!(
            "export XDG_DATA_HOME='{data}' TERM=screen-256color LC_ALL=C.UTF-8 {environment}; sh -c '{noted}' '{program}' {arguments}; \
             printf '\\r\\nended: %s\\r\\n' $?; exec cat"
        );
        let output = self.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    pub(crate) fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux").args(["-L", &self.name]).args(arguments).output().unwrap()
    }

    pub(crate) fn picture(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until something is on the screen.
    pub(crate) fn sees(&self, text: &str) -> &Terminal {
        let deadline = Instant::now() + PATIENCE;
        while !self.picture().contains(text) {
            assert!(Instant::now() < deadline, "{text:?} did not appear in\n{}", self.picture());
            sleep(Duration::from_millis(20));
        }
        self
    }

    /// Types keys, with spaces between: `3`, `Enter`, `F4`.
    pub(crate) fn types(&self, keys: &str) -> &Terminal {
        let keys: Vec<&str> = keys.split(' ').collect();
        self.tmux(&[&["send-keys"][..], &keys].concat());
        self
    }

    /// Types a line and Enter.
    pub(crate) fn says(&self, line: &str) -> &Terminal {
        self.tmux(&["send-keys", "-l", line]);
        self.types("Enter")
    }

    /// Clears the screen, so that what is seen next is new.
    pub(crate) fn clears(&self) -> &Terminal {
        self.tmux(&["send-keys", "-R", ""]);
        self.tmux(&["clear-history"]);
        self
    }

    /// Clicks on a place, counted from 0, as a terminal reports it.
    pub(crate) fn clicks(&self, x: usize, y: usize) -> &Terminal {
        for ending in ["M", "m"] {
            let report = format!("\u{1b}[<0;{};{}{ending}", x + 1, y + 1);
            self.tmux(&["send-keys", "-l", &report]);
        }
        self
    }

    /// Clicks on a text of the screen, some letters into it.
    pub(crate) fn clicks_on(&self, text: &str, into: usize) -> &Terminal {
        let (x, y) = self.sees(text).place(text);
        self.clicks(x + into, y)
    }

    /// Clicks on the number under a column.
    pub(crate) fn clicks_column(&self, column: usize) -> &Terminal {
        let (_, y) = self.sees("└").place("└");
        let picture = self.picture();
        let frame = picture.lines().nth(y).unwrap_or_default().to_string();
        let x = frame.chars().position(|symbol| symbol.to_string() == column.to_string());
        self.clicks(x.unwrap_or_else(|| panic!("no column {column} in {frame}")), y)
    }

    pub(crate) fn place(&self, text: &str) -> (usize, usize) {
        let picture = self.picture();
        let found = picture.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count(), row))
        });
        found.unwrap_or_else(|| panic!("no {text:?} in\n{picture}"))
    }

    /// The id of the program's process.
    pub(crate) fn process(&self) -> String {
        fs::read_to_string(self.data.join("pid")).unwrap().trim().to_string()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.data);
    }
}
