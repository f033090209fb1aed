//! `parlor htp`: a Hex engine for other Hex programs, over HTP on standard input and output.

use super::htp_engine::{HtpEngine, Interrupt};
use crate::args::HtpArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_play::hex::htp::{self, HtpGame, LONGEST_LINE, Request, reply, shown};
use parlor_play::hex::sgf;
use parlor_rules::Player;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The commands that need an engine, a file or the list of commands.
const COMMANDS: [&str; 14] = [
    "dfpn-get-pv",
    "dfpn-solve-state",
    "genmove",
    "gogui-interrupt",
    "hexgui-analyze_commands",
    "known_command",
    "list_commands",
    "loadsgf",
    "param_parlor",
    "parlor-heat-map",
    "parlor-values",
    "quit",
    "reg_genmove",
    "version",
];

/// What HexGui offers in its menu: kind, title and command.
const ANALYZE_COMMANDS: &str = "\
param/Game Parameters/param_game
param/Engine Parameters/param_parlor
plist/All Legal Moves/all_legal_moves
string/Show Board/showboard
string/Final Score/final_score
string/Best Move/reg_genmove %c
pspairs/Chance to Win in Percent/parlor-values %c
gfx/Heat Map/parlor-heat-map %c
string/Solve/dfpn-solve-state %c
var/Solved Line/dfpn-get-pv %c";

/// The longest SGF file that is loaded, in bytes.
const LONGEST_FILE: u64 = 1 << 24;

/// A line of standard input.
enum Input {
    Line(String),
    TooLong,
}

pub(crate) fn run(args: HtpArgs) -> Result<(), CliError> {
    let interrupt = Interrupt::default();
    let mut server = Server { game: HtpGame::default(), engine: HtpEngine::new(args, interrupt.clone())? };
    let (tx, rx) = channel();
    thread::spawn(move || read_lines(&tx, &interrupt));
    serve(&mut server, &rx)
}

fn serve(server: &mut Server, rx: &Receiver<Input>) -> Result<(), CliError> {
    let mut out = Output::new();
    for input in rx {
        let (text, is_last) = match input {
            Input::TooLong => {
                (reply(None, &Err(format!("the line is longer than {LONGEST_LINE} bytes"))), false)
            }
            Input::Line(line) => match Request::read(&line) {
                None => continue,
                Some(request) => {
                    let answer = server.answer(&request);
                    (reply(request.id.as_deref(), &answer), request.name == "quit")
                }
            },
        };
        out.text(text)?;
        out.flush()?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// Reads lines in a thread of their own, so that a search can be interrupted by the line `# interrupt`.
fn read_lines(tx: &Sender<Input>, interrupt: &Interrupt) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    let mut is_rest = false;
    while let Ok(1..) = input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line) {
        let is_whole = line.ends_with(b"\n") || line.len() < LONGEST_LINE;
        if line.trim_ascii() == b"# interrupt" {
            interrupt.stop();
        }
        let next = match (is_rest, is_whole) {
            (true, _) => None,
            (false, true) => Some(Input::Line(String::from_utf8_lossy(&line).into_owned())),
            (false, false) => Some(Input::TooLong),
        };
        is_rest = !is_whole;
        line.clear();
        if next.is_some_and(|next| tx.send(next).is_err()) {
            return;
        }
    }
}

struct Server {
    game: HtpGame,
    engine: HtpEngine,
}

impl Server {
    fn answer(&mut self, request: &Request) -> Result<String, String> {
        if let Some(answer) = self.game.answer(request) {
            return answer;
        }
        match request.name.as_str() {
            "quit" | "gogui-interrupt" => Ok(String::new()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "list_commands" => Ok(commands().join("\n")),
            "known_command" => {
                let name = request.argument(0).ok_or("expected the name of a command")?;
                Ok(commands().contains(&name).to_string())
            }
            "hexgui-analyze_commands" => Ok(ANALYZE_COMMANDS.into()),
            "param_parlor" => self.engine.parameters(&request.arguments),
            "genmove" => self.generate(request, true),
            "reg_genmove" => self.generate(request, false),
            "parlor-values" => self.values(request),
            "parlor-heat-map" => self.heat_map(request),
            "dfpn-solve-state" => self.solve(request),
            "dfpn-get-pv" => self.solved_line(request),
            "loadsgf" => self.load_sgf(request),
            _ => Err("unknown command".into()),
        }
    }

    /// Chooses a move, and plays it for `genmove`. The loser of a finished game resigns.
    fn generate(&mut self, request: &Request, is_played: bool) -> Result<String, String> {
        let color = request.color(0)?;
        if self.game.winner().is_some() {
            return Ok("resign".into());
        }
        let position = self.game.position(color)?;
        let (thought, used) =
            self.engine.choose(&position, self.game.time_left(color), self.game.empty_cells())?;
        let text = position.foreign(&thought.chosen);
        if is_played {
            self.game.use_time(color, used);
            let played = text.parse().map_err(|_| format!("the engine played {}", shown(&text)))?;
            self.game.play(color, played)?;
        }
        Ok(text)
    }

    /// Returns the chance to win of every move, in percent, with its cell.
    fn percentages(&mut self, color: Player) -> Result<Vec<(String, f64)>, String> {
        if self.game.winner().is_some() {
            return Err("the game is over".into());
        }
        let position = self.game.position(color)?;
        let report = self.engine.values(&position)?;
        let cells =
            report.moves.iter().map(|(played, value)| (position.foreign(played), 100.0 * value.score));
        Ok(cells.collect())
    }

    fn values(&mut self, request: &Request) -> Result<String, String> {
        let values = self.percentages(request.color(0)?)?;
        let pair = |(cell, percent): &(String, f64)| format!("{cell} {percent:.0}");
        Ok(values.iter().filter(|(cell, _)| !is_swap(cell)).map(pair).collect::<Vec<_>>().join(" "))
    }

    /// Returns the values as graphics of HexGui: a number from 0 to 1 for every cell, and a text for the status bar.
    fn heat_map(&mut self, request: &Request) -> Result<String, String> {
        let values = self.percentages(request.color(0)?)?;
        let influence: String = values
            .iter()
            .filter(|(cell, _)| !is_swap(cell))
            .map(|(cell, percent)| format!(" {cell} {:.2}", (percent / 100.0).clamp(0.0, 1.0)))
            .collect();
        let best =
            values.first().map_or(String::new(), |(cell, percent)| format!("{cell}: {percent:.1} % to win"));
        Ok(format!("INFLUENCE{influence}\nTEXT {best}"))
    }

    /// Returns the winner with this color to move.
    fn solve(&mut self, request: &Request) -> Result<String, String> {
        let color = request.color(0)?;
        let winner = match self.game.winner() {
            Some(winner) => winner,
            None if self.engine.wins(&self.game.position(color)?)? => color,
            None => color.other(),
        };
        Ok(parlor_play::hex::notation::color_name(winner).into())
    }

    /// Returns the line that shows who wins with this color to move.
    fn solved_line(&mut self, request: &Request) -> Result<String, String> {
        let color = request.color(0)?;
        if self.game.winner().is_some() {
            return Ok(String::new());
        }
        let position = self.game.position(color)?;
        let line = self.engine.solved_line(&position)?;
        Ok(line.iter().map(|played| position.foreign(played)).collect::<Vec<_>>().join(" "))
    }

    fn load_sgf(&mut self, request: &Request) -> Result<String, String> {
        let (name, most_moves) = request.file()?;
        let file = File::open(name).map_err(|error| format!("cannot load file: {error}"))?;
        let mut bytes = Vec::new();
        file.take(LONGEST_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("cannot load file: {error}"))?;
        if bytes.len() as u64 > LONGEST_FILE {
            return Err(format!("cannot load file: it is longer than {LONGEST_FILE} bytes"));
        }
        let text = sgf::decode(bytes).map_err(|error| format!("{name}:{error}"))?;
        self.game
            .load_sgf(&text, most_moves.unwrap_or(usize::MAX))
            .map_err(|error| format!("{name}:{error}"))?;
        Ok(String::new())
    }
}

/// Returns whether a move is a swap, which is on no cell.
fn is_swap(text: &str) -> bool {
    text.starts_with("swap")
}

/// Returns the names of all commands, sorted.
fn commands() -> Vec<&'static str> {
    let mut names: Vec<&str> = COMMANDS.into_iter().chain(htp::COMMANDS).collect();
    names.sort_unstable();
    names
}
