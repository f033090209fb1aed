//! The list of keys, wrapped to the width of its window.

use parlor_line::wrapped;

/// The keys and what they do.
const KEYS: &[[&str; 2]] = &[
    ["Arrows", "move the cursor, or the tiles in 1024 (h j k l, not in hex)"],
    ["Shift-Arrows", "scroll a board larger than the screen"],
    ["0 to 9", "play in this column (then Enter, if more than ten)"],
    ["A to Z, 0 to 9", "type a cell in hex: B2, then Enter"],
    ["Enter, Space", "make the move; while an engine thinks, make it move now"],
    ["Mouse", "click a column, a cell, an edge in 1024, a move or a button"],
    ["F1  ?", "show this help"],
    ["F2  Ctrl-N", "start a new game with the same settings"],
    ["F3  Ctrl-U", "undo your last move; Ctrl-R redoes it"],
    ["F4  Ctrl-T", "show a hint: a good move, which Enter plays"],
    ["F5  Ctrl-E", "show or hide the analysis: the value of every move"],
    ["F6  Ctrl-S", "save the game to a file"],
    ["F7  Ctrl-O", "continue or review a saved game, or open a file"],
    ["F8  Ctrl-P", "pause or resume the engines; + and - change their speed"],
    ["F9  Ctrl-X", "swap in hex; continue after a win in 1024"],
    ["F10  Ctrl-B", "show hex as other programs do, with cells from a1"],
    ["[ ] Home End", "step through the game; a move there starts a variation"],
    ["Esc, Ctrl-Q", "go back; quit. The game is saved, and F7 continues it"],
    ["In a field", "arrows, Home, End, Delete, Ctrl-A E W U K, as in a shell"],
    ["Ctrl-Z, Ctrl-L", "suspend the program; draw the screen anew"],
];

/// The column of the window in which the explanations begin.
pub(super) const WORDS_AT: u16 = 17;

/// Returns the lines for a window of this width: a key and its explanation, or the rest of one.
pub(super) fn lines(width: usize) -> Vec<[String; 2]> {
    let room = width.saturating_sub(usize::from(WORDS_AT) + 2).max(10);
    let mut lines = Vec::new();
    for [keys, words] in KEYS {
        for (index, line) in wrapped(words, room).into_iter().enumerate() {
            lines.push([if index == 0 { keys.to_string() } else { String::new() }, line]);
        }
    }
    lines
}

/// Returns how many lines a window of this height shows.
pub(super) fn room(height: u16) -> usize {
    usize::from(height.saturating_sub(3))
}
