//! The full screen in a real terminal: games typed and clicked to their end, kills, signals and sizes.

use crate::program::parlor_with;
use crate::terminal::{Terminal, has_tmux};
use std::process::Command;

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
                let first = if name == "1024" { "move 1" } else { "ply 1" };
                terminal.sees("F1 Help").sees(first);
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
                    .sees(first)
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
                classic.sees(&format!("ply {}", number + 1)).clicks_column(column);
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
                    terminal.sees(&format!("ply {}", number + 1)).clicks_column(column);
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
                hex.sees(&format!("ply {}", number + 1)).clicks(x + 4 + 4 * column + 2 * row, y + 2 * row);
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
    terminal.sees("ply 1").types("3").sees("ply 3").types("2").sees("ply 5");
    let process = terminal.process();
    assert!(Command::new("kill").args(["-9", &process]).status().unwrap().success());
    terminal.sees("ended: 137");
    terminal.run_again("--no-animation");
    terminal.sees("1 unfinished game").types("F7").sees("4 moves").types("Enter").sees("ply 5");
    terminal.types("C-q").sees("ended: 0");
}

#[test]
fn a_disk_without_room_is_said_and_the_game_goes_on() {
    if !has_tmux() {
        return;
    }
    // No file may grow: writing fails as on a full disk, with another reason.
    let full = Terminal::start_in("full", "; trap '' XFSZ; ulimit -f 0", "play classic --no-animation");
    full.sees("ply 1").types("3 2").sees("The game is no longer saved: File too large: ");
    full.types("4").sees("ply 4").sees("no longer saved");
    full.types("Escape").sees("Yellow (X) to move").types("C-q").sees("ended: 0");
}

#[test]
fn a_data_folder_that_cannot_be_made_is_said() {
    if !has_tmux() {
        return;
    }
    let terminal = Terminal::start_in("no-folder", "XDG_DATA_HOME=/dev/null", "--no-animation");
    terminal.sees("Games are not saved: Not a directory: /dev/null").types("Escape");
    terminal.sees("Connect Four with colored").types("3").sees("Start the game");
    terminal.types("F2").sees("ply 1").types("C-q").sees("ended: 0");
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
fn a_name_is_typed_edited_and_pasted() {
    if !has_tmux() {
        return;
    }
    let terminal = Terminal::start("typing", "--no-animation");
    terminal.sees("six games").types("3").sees("Name 1").types("Home Down Down").sees("▸ Name 1");
    terminal.types("A n n a Left Left DC x Home").types("M C-e y").sees("▸ Name 1        MAnxay");
    terminal.types("C-w").sees("▸ Name 1\n");
    terminal.tmux(&["set-buffer", "漢 Zoé\n"]);
    terminal.tmux(&["paste-buffer", "-p"]);
    terminal.sees("▸ Name 1        漢 Zoé").types("BSpace BSpace").sees("▸ Name 1        漢 Z\n");
    // The terminal's own cursor is after the Z.
    let (x, y) = terminal.place("漢 Z");
    let at = terminal.tmux(&["display-message", "-p", "#{cursor_flag} #{cursor_x} #{cursor_y}"]);
    let after = format!("1 {} {y}", x + 4);
    assert_eq!(String::from_utf8_lossy(&at.stdout).trim(), after, "{}", terminal.picture());
    terminal.types("F2").sees("漢 Z").sees("ply 1");
    // Pasted into a game it makes no move.
    terminal.tmux(&["set-buffer", "3 2 4"]);
    terminal.tmux(&["paste-buffer", "-p"]);
    terminal.sees("There is no field to paste into.").sees("ply 1").types("C-q").sees("ended: 0");
}

#[test]
fn a_terminal_that_shrinks_says_so_and_one_that_grows_goes_on() {
    if !has_tmux() {
        return;
    }
    let terminal = Terminal::start("resize", "play classic");
    terminal.sees("ply 1").types("3").sees("ply 2");
    terminal.tmux(&["resize-window", "-x", "50", "-y", "15"]);
    terminal.sees("Parlor needs 60 x 20");
    terminal.tmux(&["resize-window", "-x", "100", "-y", "40"]);
    terminal.sees("ply 2").sees("F1 Help").types("4").sees("ply 3");
}
