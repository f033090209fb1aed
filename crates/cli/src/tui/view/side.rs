//! What stands beside the board: the players, the engine's thoughts, the values of the moves, the moves so far.

use super::canvas::cut;
use super::printable;
use super::words::{seconds, share, thousands, value};
use crate::tui::model::table::shown_move;
use crate::tui::model::{Shared, TableScreen};
use crate::tui::pieces::pieces;
use crate::tui::regions::TableRegions;
use crate::tui::theme::Theme;
use parlor_rules::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

pub(super) fn draw(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let look = shared.look;
    for y in regions.side.y..regions.side.bottom() {
        buffer.set_string(regions.side.x, y, look.pick("│", "|"), look.quiet());
    }
    if table.session().info().players == 1 {
        solo(table, shared, regions.players, buffer);
    } else {
        players(table, shared, regions.players, buffer);
    }
    for (area, toward) in &regions.pad {
        let arrow = toward.symbol(look);
        text(buffer, *area, 0, &format!("[ {arrow} ]"), look.accent());
    }
    thinking(table, shared, regions.thinking, buffer);
    values(table, shared, regions.values, buffer);
    moves(table, shared, regions, buffer);
}

/// A line of an area, cut to its width.
fn text(buffer: &mut Buffer, area: Rect, line: u16, words: &str, style: Style) {
    if line < area.height {
        buffer.set_stringn(area.x, area.y + line, words, area.width as usize, style);
    }
}

fn players(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let look = shared.look;
    let session = table.session();
    let pieces = pieces(session);
    let next = session.turn().player().filter(|_| table.browse.is_some() || table.table.ending().is_none());
    let game = session.info().name;
    for player in Player::BOTH {
        let piece = &pieces[player.index()];
        let line = player.index() as u16;
        let symbol =
            if look.ascii && !piece.symbol.is_ascii() { piece.plain[0].into() } else { piece.symbol.clone() };
        let ink = look.ink(piece.color).add_modifier(ratatui::style::Modifier::BOLD);
        let pointer = if next == Some(player) { look.pick("▸", ">") } else { " " };
        text(buffer, area, line, pointer, look.accent());
        let beyond = Rect { x: area.x + 2, width: area.width - 2, ..area };
        text(buffer, beyond, line, &cut(&symbol, 3), ink);
        let name_area = Rect { x: area.x + 6, width: area.width - 6, ..area };
        let score = session.view().scores.map_or(String::new(), |scores| scores[player.index()].to_string());
        let room = name_area.width.saturating_sub(score.len() as u16 + 1);
        let name = match table.name(player) {
            // A name that only says the symbol again would look like a slip.
            name if name == piece.symbol => format!("Player {name}"),
            name => printable(name, look),
        };
        let name = cut(&name, i32::from(room));
        text(buffer, name_area, line, &name, if next == Some(player) { look.strong() } else { Style::new() });
        let right =
            Rect { x: area.right().saturating_sub(score.len() as u16), width: score.len() as u16, ..area };
        text(buffer, right, line, &score, look.strong());
    }
    let standings = shared.store.standings();
    let [one, two] = Player::BOTH.map(|player| standings.wins(game, table.name(player)));
    if one + two > 0 {
        text(buffer, area, 2, &format!("games won   {one} : {two}"), look.quiet());
    }
    let [one, two] = Player::BOTH.map(|player| standings.points(game, table.name(player)));
    if session.view().scores.is_some() && one + two > 0 {
        text(buffer, area, 3, &format!("points made {one} : {two}"), look.quiet());
    }
}

fn solo(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let look = shared.look;
    let session = table.session();
    text(buffer, area, 0, &printable(table.name(Player::One), look), look.strong());
    let Some(goal) = session.view().goal else { return };
    let (rows, columns) = session.size();
    text(buffer, area, 1, &format!("goal {}", goal.target), Style::new());
    text(buffer, area, 2, &format!("made {}", goal.max), look.accent());
    let best = shared.store.standings().best(session.info().name, [rows, columns], goal.target);
    if let Some(best) = best {
        let words = format!("best {} in {} moves", best.max.unwrap_or_default(), best.moves);
        text(buffer, area, 3, &words, look.quiet());
    }
}

fn thinking(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let look = shared.look;
    if area.height == 0 {
        return;
    }
    let seat = table.mover().filter(|_| table.thinking.is_some());
    let (Some(thinking), Some(player)) = (&table.thinking, seat) else {
        let words = match (table.paused, &table.waiting) {
            (true, _) => "Engines are stopped",
            (false, Some(_)) => "Engine has chosen",
            (false, None) => "Engine at rest",
        };
        return text(buffer, area, 0, words, look.quiet());
    };
    let time = seconds(shared.now.saturating_sub(thinking.since));
    let name = printable(table.name(player), look);
    text(buffer, area, 0, &format!("{} thinks {time}", cut(&name, 14)), look.accent());
    let engine = table.engines[player.index()].as_ref();
    let Some(thought) = engine.and_then(|engine| engine.latest()) else { return };
    text(buffer, area, 1, &format!("{} positions", thousands(thought.nodes)), Style::new());
    let unit = table.session().info().values;
    text(buffer, area, 2, &value(unit, &thought.value), Style::new());
    let line: Vec<&str> = thought.line.iter().map(|text| shown_move(text)).collect();
    text(buffer, area, 3, &format!("likes {}", line.join(" ")), Style::new());
}

fn values(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let look = shared.look;
    if area.height == 0 {
        return;
    }
    let unit = table.session().info().values;
    let Some(thought) = table.analyzed() else {
        let words =
            if table.analysis.is_some() { "Values: working them out" } else { "Values: no move to make" };
        return text(buffer, area, 0, words, look.quiet());
    };
    let heading = match &table.analysis {
        Some(analysis) => format!("Values {}", seconds(shared.now.saturating_sub(analysis.since))),
        None => "Values".into(),
    };
    text(buffer, area, 0, &heading, look.accent());
    let room = area.height.saturating_sub(2) as usize;
    // Where there is no room for all, the one under the cursor comes last.
    let under = table.text_at(table.cursor);
    let under = thought.moves.iter().position(|(text, _)| Some(text) == under.as_ref());
    let mut shown: Vec<usize> = (0..thought.moves.len().min(room)).collect();
    if let (Some(under), Some(last)) = (under, shown.last_mut()) {
        *last = (*last).max(under);
    }
    for (line, index) in shown.into_iter().enumerate() {
        let (played, worth) = &thought.moves[index];
        let words = format!("{:>4}  {}", shown_move(played), value(unit, worth));
        let style = if Some(index) == under { look.strong() } else { Style::new() };
        text(buffer, area, line as u16 + 1, &words, style);
        bar(look, share(unit, worth), area, line as u16 + 1, buffer);
    }
}

/// How good a move is, as a bar at the right.
fn bar(look: Theme, share: f64, area: Rect, line: u16, buffer: &mut Buffer) {
    const LENGTH: u16 = 5;
    if line >= area.height || area.width < 24 {
        return;
    }
    let full = (share * f64::from(LENGTH)).round() as usize;
    let (dark, light) = (look.pick("▰", "#"), look.pick("▱", "-"));
    let words = dark.repeat(full) + &light.repeat(LENGTH as usize - full);
    let at = Rect { x: area.right() - LENGTH, width: LENGTH, ..area };
    text(buffer, at, line, &words, look.quiet());
}

fn moves(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let look = shared.look;
    let area = regions.moves_area;
    if area.height == 0 {
        return;
    }
    let all = table.moves();
    if all.is_empty() {
        // Whoever has not moved yet may want to know what the game is about.
        let lines = wrapped(table.session().info().summary, area.width as usize);
        for (line, words) in lines.iter().enumerate() {
            text(buffer, area, line as u16, words, look.quiet());
        }
        return;
    }
    text(buffer, area, 0, "Moves   [ ] Home End", look.quiet());
    let shown = table.shown_plies();
    let current = all.iter().rposition(|(_, plies)| *plies <= shown);
    for &(place, _, index) in &regions.moves {
        if place.x == area.x + 5 {
            let per_row = if table.session().info().players == 1 { 4 } else { 2 };
            let number = Rect { x: area.x, width: 4, y: place.y, height: 1 };
            text(buffer, number, 0, &format!("{:>3}.", index / per_row + 1), look.quiet());
        }
        let style = if current == Some(index) {
            look.chosen()
        } else if all[index].1 > shown {
            look.quiet()
        } else {
            Style::new()
        };
        text(buffer, place, 0, &printable(&all[index].0, look), style);
    }
}

/// A text in lines of at most this width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
