//! What depends on a terminal: flags, the locale, job control, and line mode that is typed.

use crate::program::parlor_with;
use crate::terminal::{Terminal, has_tmux};

#[test]
fn typed_line_mode_has_commands_in_every_game() {
    if !has_tmux() {
        return;
    }
    std::thread::scope(|scope| {
        for (game, first, other, undone) in [
            ("shapes", "1", "player: blue", "add shape: 1, player: red"),
            ("growing", "p1 0", "R . . .", ". . . .\n>"),
            ("classic", "3", "Yellow (X)", "Red (O), column 0-6:"),
            ("super", "3", "Yellow (X)", "Red (O) 0-0, column 0-6:"),
            ("hex --size 3", "A0", "Player X, make", "Player O, make"),
            ("1024 --seed 1", "L", "Round    1", "1|"),
        ] {
            scope.spawn(move || {
                let name = game.split(' ').next().unwrap();
                let line = Terminal::start(&format!("line-{name}"), &format!("play {game} --plain"));
                // Lines end between words.
                line.says("help").sees("Commands: help, undo").sees(" resign,\nquit\n");
                line.says("undo").sees("there is nothing to undo");
                line.says(first).sees(other);
                line.says("hint").sees("Hint: ");
                line.clears().says("undo").sees(undone);
                line.says("resign").sees("resigns.");
                if ["classic", "super", "growing"].contains(&name) {
                    line.says("quit");
                }
                line.sees("ended: 0");
            });
        }
    });
}

#[test]
fn a_record_is_continued_on_the_full_screen() {
    if !has_tmux() {
        return;
    }
    let mut terminal = Terminal::start("continue", "play classic --record \"$XDG_DATA_HOME/game\"");
    terminal.sees("ply 1").types("3 2 C-q").sees("ended: 0");
    terminal.run_again("play classic --continue \"$XDG_DATA_HOME/game\"");
    terminal.sees("ply 3").types("4").sees("ply 4").types("C-q").sees("ended: 0");
    let record = terminal.data.join("game");
    let replayed = parlor_with(&["replay", "--quiet", record.to_str().unwrap()], b"");
    assert!(replayed.stdout.contains("1 record, 3 moves"), "{}", replayed.stdout);
}

#[test]
fn global_flags_work_before_and_after_the_command() {
    if !has_tmux() {
        return;
    }
    for (name, environment, arguments) in [
        ("before", "", "--ascii --no-animation play classic"),
        ("after", "", "play classic --ascii --no-animation"),
        ("locale", "LC_ALL=C", "play classic"),
    ] {
        let terminal = Terminal::start_in(&format!("flags-{name}"), environment, arguments);
        let picture = terminal.sees("ply 1").sees("F1 Help").picture();
        assert!(picture.is_ascii() && picture.contains("+---"), "{name}:\n{picture}");
        terminal.types("C-q").sees("ended: 0");
    }
}

#[test]
fn control_z_suspends_and_the_shell_continues() {
    if !has_tmux() {
        return;
    }
    let shell = Terminal::shell("suspend");
    let program = env!("CARGO_BIN_EXE_parlor");
    shell.says("stty -echo; PS1='ready> '; echo go on").sees("ready>");
    shell.says(&format!("{program} play classic"));
    shell.sees("ply 1").types("3").sees("ply 2").types("C-z").sees("Stopped").sees("ready>");
    assert!(!shell.picture().contains("F1 Help"), "{}", shell.picture());
    shell.says("fg").sees("F1 Help").sees("ply 2").types("4").sees("ply 3");
    let flags = shell.tmux(&["display-message", "-p", "#{mouse_any_flag}#{alternate_on}"]);
    assert_eq!(String::from_utf8_lossy(&flags.stdout).trim(), "11");
    shell.types("C-q").sees("ready>");
}

#[test]
fn the_doctor_asks_the_terminal() {
    if !has_tmux() {
        return;
    }
    let terminal = Terminal::start("doctor", "doctor");
    terminal.sees("mouse:").sees("ended: 0");
    let picture = terminal.picture();
    assert!(picture.contains("input and output, TERM is screen-256color, 80 x 24"), "{picture}");
    assert!(picture.contains("full screen:  yes") && picture.contains("256 colors, used"), "{picture}");
    let unicode = picture.lines().find(|line| line.starts_with("Unicode:")).unwrap();
    assert!(!unicode.contains("not asked") && !unicode.contains("no answer"), "{picture}");
}
