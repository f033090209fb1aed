//! The texts below the options of `--help`: what a command does in more words, and examples.

use parlor_line::wrapped;

/// Returns the list of games and a few examples, for the end of `parlor --help`.
pub(super) fn games() -> String {
    let mut text = String::from("Games:\n");
    for about in parlor_play::games().iter().map(|game| game.info()) {
        let summary = wrapped(about.summary, 68).join("\n           ");
        text.push_str(&format!("  {:8} {summary}\n", about.name));
    }
    text.push_str(
        "
Start with:
  parlor                                choose a game on the full screen
  parlor play classic                   two people at one keyboard
  parlor play hex --second medium       against the computer
  parlor play 1024 --size 3x3 --target 32",
    );
    if cfg!(feature = "server") {
        text.push_str("\n  parlor serve                          the games in a browser");
    }
    text
}

pub(super) const PLAY: &str = "\
On a terminal the game is played on the full screen, where F1 shows all keys
and every game is saved. In line mode (--plain, or when input or output is not
a terminal) words are read from standard input, any number on a line; Ctrl-D or
Ctrl-C quits. In a terminal help, undo, hint, resign and quit are commands too.

Moves in line mode:
  shapes   a bin from 0; four or more in a row in any direction win
  growing  p1 C or p2 C places; four in a row or a column win, diagonals do
           not; also clear, print, rows, columns, row N, column N, quit
  classic  a column from 0; four or more in a row in any direction win
  super    a column from 0; a line of four or more scores a point and vanishes,
           the discs above it fall; the higher score wins when the grid is full
  hex      a cell, F3 or F 3; O connects left and right, X top and bottom; swap
           with --swap
  1024     arrow keys, U D L R or h j k l, then Enter; equal tiles merge;
           S stops

WHO is human, an engine of the game (random, easy, medium, strong, ...: see
parlor engines GAME), cmd:PROGRAM for a program that speaks the engine protocol,
or htp:PROGRAM for a Hex program that speaks HTP. An engine takes a limit for
each move after a colon: strong:2s (time), strong:10000n (positions).

Examples:
  parlor play classic --names Ann,Bob
  parlor play shapes --size 5x8 --second strong:500ms
  parlor play growing --tokens X,O,_
  parlor play hex --size 7 --swap --record game.jsonl
  parlor play hex --continue game.jsonl
  echo 3 2 4 3 4 3 5 4 6 | parlor play classic";

pub(super) const SHOW: &str = "\
MOVES are columns for shapes, classic and super (3 2 4), p1:0 p2:1 for growing,
cells for hex (F3 A0; F3 swap with --swap), and a record for 1024
(@1,1 @0,1 R @2,2: a tile, a tile, a press, a tile).

With --notation solver the columns are one word and count from 1, as for solve,
and so do those that are printed: 435 is 3 2 4. With --notation hexworld moves
and board of hex are written as other Hex programs write them: a2 b10 is B0 J1,
:s or swap-pieces is swap; spaces may be left out.

Examples:
  parlor show super 0 1 1 2 2 5 3 5 3 4 4
  parlor show classic --notation solver 44455554221
  parlor show hex --notation hexworld --swap a10:sd4
  parlor show 1024 --size 3x3 @1,1 @0,1 R --json";

pub(super) const ANALYZE: &str = "\
MOVES are written as for show. A value is exact, a bound or an estimate; its
score is in the game's own unit: points ahead at the end in super, the score of
solve where classic and shapes are solved, the chance to win elsewhere. In 1024
an estimate is the share of quick games that were won, and without MOVES the
first tiles are those of --seed. It takes two seconds unless --time or --nodes
says otherwise.

Examples:
  parlor analyze classic 3 2 4
  parlor analyze classic --notation solver 435
  parlor analyze hex --notation hexworld a2 f6
  parlor analyze hex D1 D3 E2 --size 7 --explain
  parlor analyze 1024 --size 3x3 --seed 7
  parlor analyze super 0 1 1 2 --time 5s --json";

pub(super) const SOLVE: &str = "\
Classic and shapes: a position is one word, the columns played, counted from 1
(after 9 come letters, a is 10); - or an empty line is the empty board. show and
analyze write the same moves with spaces and count from 0: 44 here is 3 3 there.
A second word on a line is a score, for --check. The output is MOVES SCORE NODES
MICROSECONDS. The score is for the player to move: 0 is a draw, n a win with
n - 1 of their discs left, -n a loss likewise. Each line starts with an empty
transposition table; clearing it is not timed.

Hex: the words are the moves of one position, or each line of standard input is
one; without moves it is the empty board. The output is who wins, or with
--openings who wins after each first move. --json prints
{\"moves\":...,\"winner\":1 or 2,\"nodes\":...,\"seconds\":...}; --check compares
a last field, 1 or 2. A search has no end of its own on large boards: one that
--time or --nodes ends is reported as unknown (winner null in JSON), and the
exit code is 1.

Examples:
  parlor solve classic 44455554221
  parlor solve classic --check < Test_L3_R1
  parlor solve classic --size 5x6 --each -
  parlor solve hex --size 6 --openings
  parlor solve hex --notation hexworld --size 7 d4 c3
  parlor solve hex D3 C4 --size 7 --json
  parlor solve hex F5 --time 1m";

pub(super) const MATCH: &str = "\
Games come in pairs with the same random opening and sides exchanged. An engine
that crashes, plays an illegal move or takes too long loses that game, and the
match continues. Ctrl-C prints the result so far; a match with --record can be
continued later with --resume. In 1024 --player plays alone, and several engines
play the same seeds.

--sprt is the generalized sequential probability ratio test of Fishtest and
fastchess, on the five results of a pair of games and in logistic Elo. Pairs
count in their order, so a seed leads to the same verdict on any number of
threads if the engines have node limits. The match ends when the log-likelihood
ratio (LLR) reaches ln(beta / (1 - alpha)) or ln((1 - beta) / alpha). Games in
progress then are finished and reported, but don't count.

WHO is an engine of the game, with a limit after a colon (strong:100ms,
strong:10000n), or cmd:PROGRAM ARGS for any program that speaks the engine
protocol. --time and --nodes apply to engines without a limit of their own,
including the levels easy and medium. In hex, htp:PROGRAM ARGS seats a program
that speaks HTP; its time is set by its own arguments, and --htp-time ends one
that does not answer.

Examples:
  parlor match super --first strong --second alphabeta --time 100ms --games 200
  parlor match hex --size 7 --first medium --second cmd:./mine --sprt 0,50
  parlor match 1024 --player strong --target 4096 --games 50 --json";

pub(super) const RUN_ENGINE: &str = "\
Lines are read from standard input: parlor 1, game GAME OPTIONS, setup BOARD,
position MOVES, go [time MS] [nodes N], stop, quit. docs/protocol.md has the
details.

Example:
  printf 'parlor 1\\ngame classic\\nposition 3 2\\ngo time 100\\nquit\\n' |
    parlor run-engine classic";

pub(super) const LADDER: &str = "\
Every pair of engines plays --games games, on all cores. Three engines of
classic with 50 ms a move take 3 pairs x 40 games x about 30 moves x 50 ms / 2
cores, which is 90 seconds; with their own times they take minutes to hours.
Ctrl-C prints the ratings so far.

Examples:
  parlor ladder classic --engines easy,medium,strong --time 50ms
  parlor ladder 1024 --games 20";

pub(super) const CHECK: &str = "\
Plays games into the program's standard input and compares what it prints with
what the rules say: the examples of the game's page in docs/games, every kind of
refusal, every way to end, then random games. All input is written at once. The
game's options say how the program was started; its own arguments stand after
--. A failing input is cut down to the shortest that still fails.

--compare boards   boards, verdicts, scores and answers count, by the page's
                   layout and words; prompts and everything else are free
--compare lenient  every line counts; color codes, trailing spaces and blank
                   lines do not
--compare exact    every byte counts

The program runs in an empty folder within limits, and is ended with everything
it started. The exit code is 0 if everything agrees, 1 if something differs, 2
for wrong use. 1024 is played with the program's own chance; check a small board
to reach both ends.

Examples:
  parlor check classic -- ./connect4
  parlor check hex --compare exact -- python3 hex.py
  parlor check 1024 --size 3x3 --target 32 -- java -cp build Game1024 3 32
  parlor check super --cases 1000 --seed 7 -- ./super
  parlor check shapes --format gradescope --points 20 -- ./shapes > results.json
  parlor check growing --list
  parlor check growing --cpp submissions/ann    the class Board in that folder";

pub(super) const CONVERT: &str = "\
The format of the input is recognized by its content: a record begins with {,
SGF with (, a link has a # or a size and a comma. Several games are converted
one after the other. docs/hex-formats.md says what becomes of comments,
variations and results.

Examples:
  parlor convert game.sgf > game.jsonl
  parlor convert game.jsonl --to sgf
  parlor convert 'https://hexworld.org/board/#11c1,a2:sf7' --to sgf
  parlor convert --notation hexworld 'a10 :s b4 c3' --to sgf
  parlor convert game.sgf | parlor replay -";

pub(super) const HTP: &str = "\
Commands are read from standard input, one on a line, and answered as in GTP:
= or ?, the answer, a blank line. Cells are a1 to z26, a1 at the top left; black
goes first and joins top and bottom. list_commands lists the commands,
docs/hex-formats.md explains them. time_left shortens the time of a move.

Examples:
  printf 'boardsize 5\\nplay b a3\\ngenmove w\\nshowboard\\n' | parlor htp
  parlor htp --engine strong --time 5s";

pub(super) const PUZZLES: &str = "\
A puzzle is a position with one solution: the only move that wins, the only one
that does not lose, or in 1024 the one with by far the best chance. Positions
are taken from random games with mistakes, which depend on --seed. The exact
engine values every move, and a second one checks each value. Without --size a
smaller board is taken where the game's own can't be solved (hex 6, 1024 3x3 to
64).

Examples:
  parlor puzzles classic
  parlor puzzles hex --size 5 --count 20 --seed 7 --json
  parlor puzzles 1024 --check puzzles.jsonl";

pub(super) const COMPLETIONS: &str = "\
Examples:
  parlor completions bash > ~/.local/share/bash-completion/completions/parlor
  parlor completions fish > ~/.config/fish/completions/parlor.fish";

#[cfg(feature = "server")]
pub(super) const SERVE: &str = "\
Open the address it prints in a browser. A game with a friend has a link to
send: whoever opens it first takes the free seat, everyone after watches. All
games are stored in one SQLite file in the data folder; a move is on disk before
anybody sees it. Ctrl-C stops the server cleanly. A second server over the same
folder serves the same games. With --database and --nats any number of servers
on any number of machines do (docs/scale.md). These two need a build with the
feature cluster: the Docker image, a published program, or
cargo install --path crates/cli --features cluster

Every option is an environment variable too, such as PARLOR_DATABASE; the log
warns of PARLOR_ variables that don't exist.
PARLOR_LOG sets the log level: error, warn, info or debug.

Examples:
  parlor serve
  parlor serve --address 0.0.0.0:8000 --data /var/lib/parlor
  parlor serve --origin https://parlor.example --behind-proxy --keep-days 90
  parlor serve --trusted-proxy 10.0.0.5 --trusted-proxy 203.0.113.0/24
  parlor serve --program 'hex/mohex=htp:mohex --config mohex.htp'
  parlor serve --database postgres://parlor@db/parlor --nats nats://nats:4222";

#[cfg(feature = "server")]
pub(super) const WORKER: &str = "\
A worker takes engines' moves off the servers of the same database, which are
started with --engine-threads 0. Any number of workers on any number of machines
share the work. One that is killed loses nothing: another does its work after
three seconds. PostgreSQL and NATS need a build with the feature cluster: see
parlor serve --help.

Examples:
  parlor worker --database postgres://parlor@db/parlor --nats nats://nats:4222
  PARLOR_DATABASE=postgres://parlor@db/parlor parlor worker --engine-threads 8";

#[cfg(feature = "server")]
pub(super) const LOAD_TEST: &str = "\
It starts a server of its own unless --address names one. Without options it
plays 2,000 games with 4,000 sockets, for 20 seconds.

With --attack 300 connections from 127.0.0.2 ask one endpoint as often as they
can, then the next one: everything in the API's description, every page, every
file, and connections that say nothing. Meanwhile 20 games are played from
127.0.0.1. For each endpoint it prints what those who play notice: p50 and p99
of their moves, new connections, new sockets and new games; then how busy the
core of attackers and players is, and how far the server's memory rose. A server
of its own has the default limits of parlor serve. It takes about six minutes.
Attack only servers that are yours.

Examples:
  parlor load-test --games 100 --time 5s
  parlor load-test --game hex --rate 0 --json
  parlor load-test --attack
  parlor load-test --attack --attack-only .wasm --attack-shared";

#[cfg(feature = "server")]
pub(super) const DB_VERIFY: &str = "\
The exit code is 1 if something is damaged. A server may be running.

Examples:
  parlor db verify
  parlor db verify --database postgres://parlor@db/parlor";

#[cfg(feature = "server")]
pub(super) const DB_BACKUP: &str = "\
The copy is an SQLite file, of a PostgreSQL database too.

Examples:
  parlor db backup games.sqlite
  parlor db backup games.sqlite --database postgres://parlor@db/parlor";

#[cfg(feature = "server")]
pub(super) const DB_RESTORE: &str = "\
A backup of an SQLite database can be restored into PostgreSQL, and the other
way round. Databases with games are never overwritten.

Examples:
  parlor db restore games.sqlite --data /var/lib/parlor
  parlor db restore games.sqlite --database postgres://parlor@db/parlor";

#[cfg(test)]
mod tests {
    use crate::args::Args;
    use clap::{Command, CommandFactory};

    /// Calls a function with a command and all below it.
    fn visit(command: &Command, look: &mut impl FnMut(&Command)) {
        look(command);
        command.get_subcommands().for_each(|below| visit(below, look));
    }

    #[test]
    fn every_help_has_an_example_and_fits_eighty_columns() {
        visit(&Args::command(), &mut |command| {
            if command.is_hide_set() {
                return;
            }
            let name = command.get_name();
            let text = command.get_after_help().map_or_else(String::new, ToString::to_string);
            assert!(text.contains("parlor "), "{name} has no example");
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
        });
    }
}
