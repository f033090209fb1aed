//! The full screen in a real terminal: tmux runs the program, types and clicks, and tells what is to be seen.
//!
//! Nothing here waits for a fixed time: every step waits until what it expects is on the screen.

use crate::program::parlor_with;
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
    data: PathBuf,
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
        let name = format!("parlor-{}-{name}", std::process::id());
        let data = std::env::temp_dir().join(&name);
        let _ = fs::remove_dir_all(&data);
        fs::create_dir_all(&data).unwrap();
        let terminal = Terminal { name, data };
        terminal.run(arguments);
        terminal
    }

    /// Starts the program once more in another terminal, with the same data directory.
    fn run_again(&mut self, arguments: &str) {
        self.tmux(&["kill-server"]);
        self.name.push_str("-again");
        self.run(arguments);
    }

    fn run(&self, arguments: &str) {
        let program = env!("CARGO_BIN_EXE_parlor");
        let data = self.data.display();
        // The outer shell stays, so that what the program leaves behind can be seen. The inner one notes its process id,
        // which becomes the program's.
        let noted = "echo $$ >\"$XDG_DATA_HOME/pid\"; exec \"$0\" \"$@\"";
        let command = format!(
            "export XDG_DATA_HOME='{data}' TERM=screen-256color; sh -c '{noted}' '{program}' {arguments}; \
             printf '\\r\\nended: %s\\r\\n' $?; exec cat"
        );
        let output = self.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux").args(["-L", &self.name]).args(arguments).output().unwrap()
    }

    fn picture(&self) -> String {
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

    /// Clicks on a place, counted from 0, as a terminal reports it.
    fn clicks(&self, x: usize, y: usize) -> &Terminal {
        for ending in ["M", "m"] {
            let report = format!("\u{1b}[<0;{};{}{ending}", x + 1, y + 1);
            self.tmux(&["send-keys", "-l", &report]);
        }
        self
    }

    /// Clicks on a text of the screen, some letters into it.
    fn clicks_on(&self, text: &str, into: usize) -> &Terminal {
        let (x, y) = self.sees(text).place(text);
        self.clicks(x + into, y)
    }

    /// Clicks on the number under a column.
    fn clicks_column(&self, column: usize) -> &Terminal {
        let (_, y) = self.sees("└").place("└");
        let picture = self.picture();
        let frame = picture.lines().nth(y).unwrap_or_default().to_string();
        let x = frame.chars().position(|symbol| symbol.to_string() == column.to_string());
        self.clicks(x.unwrap_or_else(|| panic!("no column {column} in {frame}")), y)
    }

    fn place(&self, text: &str) -> (usize, usize) {
        let picture = self.picture();
        let found = picture.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count(), row))
        });
        found.unwrap_or_else(|| panic!("no {text:?} in\n{picture}"))
    }

    /// The id of the program's process.
    fn process(&self) -> String {
        fs::read_to_string(self.data.join("pid")).unwrap().trim().to_string()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.data);
    }
}

#[test]
fn every_game_is_typed_to_its_end() {
    if !has_tmux() {
        return;
    }
    let games = [
        ("shapes", "5 0 4 0 3 0 2", "winner: red"),
        ("growing", "0 4 0 5 0 4 0", "The winner is: R"),
        ("classic --names Ann,Bob", "3 2 4 3 4 3 5 4 6", "Ann wins!"),
        ("super --size 4x4", "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1", "It is a draw. 0-0"),
        ("hex --size 3", "b 0 Enter a 0 Enter b 1 Enter a 1 Enter b 2 Enter a 2 Enter", "Player X wins!"),
        ("1024 --size 3x3 --target 8 --seed 1", "", "Congratulations!"),
    ];
    std::thread::scope(|scope| {
        for (game, keys, end) in games {
            scope.spawn(move || {
                let name = game.split(' ').next().unwrap();
                let terminal =
                    Terminal::start(name, &format!("play {game} --record \"$XDG_DATA_HOME/game\""));
                terminal.sees("F1 Help").sees("move 1");
                match keys {
                    "" => {
                        for _ in 0..12 {
                            terminal.types("Left Down Right Down");
                        }
                    }
                    keys => drop(terminal.types(keys)),
                }
                terminal
                    .sees(end)
                    .sees("F2 starts a new game")
                    .types("F2")
                    .sees("move 1")
                    .types("C-q")
                    .sees("ended: 0");
                let record = terminal.data.join("game");
                let replayed = parlor_with(&["replay", "--quiet", record.to_str().unwrap()], b"");
                assert_eq!((replayed.code, replayed.stderr.as_str()), (0, ""), "{name}");
            });
        }
    });
}

#[test]
fn games_are_chosen_and_clicked_to_their_end() {
    if !has_tmux() {
        return;
    }
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let classic = Terminal::start("click-classic", "--no-animation");
            classic.clicks_on("3 classic", 3);
            classic.clicks_on("Second", 16).clicks_on("strong", 1).clicks_on("perfect", 1);
            classic.sees("human").clicks_on("Start the game", 3).sees("Red (O) to move");
            for (number, column) in [0, 6, 0, 6, 0, 6, 0].into_iter().enumerate() {
                classic.sees(&format!("move {}", number + 1)).clicks_column(column);
            }
            classic.sees("Red wins!").clicks_on("F3 Undo", 1).sees("Red (O) to move");
            classic.clicks_on("Esc Back", 1).sees("six games").clicks_on("Esc Quit", 1).sees("ended: 0");
        });
        for (game, columns, end) in [
            ("shapes", "5040302", "winner: red"),
            ("growing", "0405040", "The winner is: R"),
            ("super --size 4x4", "0213203102132031", "It is a draw. 0-0"),
        ] {
            scope.spawn(move || {
                let name = format!("click-{}", game.split(' ').next().unwrap());
                let terminal = Terminal::start(&name, &format!("play {game} --no-animation"));
                for (number, column) in columns.chars().enumerate() {
                    let column = column.to_digit(10).unwrap() as usize;
                    terminal.sees(&format!("move {}", number + 1)).clicks_column(column);
                }
                terminal.sees(end).clicks_on("Esc Back", 1).sees("ended: 0");
            });
        }
        scope.spawn(|| {
            let tiles =
                Terminal::start("click-tiles", "play 1024 --size 3x3 --target 8 --seed 1 --no-animation");
            tiles.sees("Goal: 8");
            let pad = tiles.place("[ ▲ ]");
            for _ in 0..12 {
                for (x, y) in
                    [(pad.0, pad.1), (pad.0 - 6, pad.1 + 1), (pad.0, pad.1 + 1), (pad.0 + 6, pad.1 + 1)]
                {
                    tiles.clicks(x + 2, y);
                }
            }
            tiles.sees("Congratulations!").clicks_on("F9 Continue", 1).types("C-q").sees("ended: 0");
        });
        scope.spawn(|| {
            let hex = Terminal::start("click-hex", "play hex --size 3 --no-animation");
            hex.sees("Player O to move");
            let (x, y) = hex.place("0 ┃");
            for (number, (row, column)) in
                [(0, 1), (0, 0), (1, 1), (1, 0), (2, 1), (2, 0)].into_iter().enumerate()
            {
                hex.sees(&format!("move {}", number + 1)).clicks(x + 4 + 4 * column + 2 * row, y + 2 * row);
            }
            hex.sees("Player X wins!");
        });
    });
}

#[test]
fn a_game_against_an_engine_outlives_a_kill_and_goes_on() {
    if !has_tmux() {
        return;
    }
    let mut terminal = Terminal::start("kill", "play classic --second random --seed 5");
    terminal.sees("move 1").types("3").sees("move 3").types("2").sees("move 5");
    let process = terminal.process();
    assert!(Command::new("kill").args(["-9", &process]).status().unwrap().success());
    terminal.sees("ended: 137");
    terminal.run_again("--no-animation");
    terminal.sees("1 unfinished game").types("F7").sees("4 moves").types("Enter").sees("move 5");
    terminal.types("C-q").sees("ended: 0");
}

#[test]
fn the_terminal_is_given_back_on_a_signal() {
    if !has_tmux() {
        return;
    }
    for signal in ["-TERM", "-INT", "-HUP"] {
        let terminal = Terminal::start(&format!("signal{signal}"), "play hex --first strong:600s");
        terminal.sees("is thinking");
        let process = terminal.process();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
        terminal.sees("ended: 130");
        let picture = terminal.picture();
        assert!(!picture.contains("F1 Help"), "the screen before is back:\n{picture}");
        // What is typed is echoed again, and the mouse is not reported any more.
        terminal.types("echoed Enter").sees("echoed");
        let flags = terminal.tmux(&["display-message", "-p", "#{mouse_any_flag}#{alternate_on}"]);
        assert_eq!(String::from_utf8_lossy(&flags.stdout).trim(), "00");
    }
}

#[test]
fn a_terminal_that_shrinks_says_so_and_one_that_grows_goes_on() {
    if !has_tmux() {
        return;
    }
    let terminal = Terminal::start("resize", "play classic");
    terminal.sees("move 1").types("3").sees("move 2");
    terminal.tmux(&["resize-window", "-x", "50", "-y", "15"]);
    terminal.sees("Parlor needs 80 x 22");
    terminal.tmux(&["resize-window", "-x", "100", "-y", "40"]);
    terminal.sees("move 2").sees("F1 Help").types("4").sees("move 3");
}
