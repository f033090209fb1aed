//! Draws the side panel: the players, the engine's search, the analysis and the moves so far.

use super::canvas::cut;
use super::printable;
use super::text::{seconds, share, sort_by_value, thousands, value};
use crate::clock::clock_text;
use crate::count::count;
use crate::tui::model::{Shared, TableScreen};
use crate::tui::pieces::pieces;
use crate::tui::regions::TableRegions;
use crate::tui::store::{Pair, merge_score};
use crate::tui::theme::Theme;
use parlor_line::wrapped;
use parlor_rules::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

pub(super) fn draw(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let theme = shared.theme;
    if regions.side.width == 0 {
        return;
    }
    for y in regions.side.y..regions.side.bottom() {
        buffer.set_string(regions.side.x, y, theme.pick("│", "|"), theme.quiet());
    }
    if table.session().info().players == 1 {
        solo(table, shared, regions.players, buffer);
    } else {
        players(table, shared, regions.players, buffer);
    }
    for (area, direction) in &regions.pad {
        let arrow = direction.symbol(theme);
        text(buffer, *area, 0, &format!("[ {arrow} ]"), theme.accent());
    }
    thinking(table, shared, regions.thinking, buffer);
    values(table, shared, regions.values, buffer);
    moves(table, shared, regions, buffer);
}

/// Draws a line of an area, cut to its width.
fn text(buffer: &mut Buffer, area: Rect, line: u16, words: &str, style: Style) {
    if line < area.height {
        buffer.set_stringn(area.x, area.y + line, words, area.width as usize, style);
    }
}

fn players(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = shared.theme;
    let session = table.session();
    let pieces = pieces(session);
    let next = session.turn().player().filter(|_| table.browse.is_some() || table.table.ending().is_none());
    let game = session.info().name;
    for player in Player::BOTH {
        let piece = &pieces[player.index()];
        let line = player.index() as u16;
        let symbol = if theme.ascii && !piece.symbol.is_ascii() {
            piece.plain[0].into()
        } else {
            piece.symbol.clone()
        };
        let ink = theme.ink(piece.color).add_modifier(ratatui::style::Modifier::BOLD);
        let pointer = if next == Some(player) { theme.pick("▸", ">") } else { " " };
        text(buffer, area, line, pointer, theme.accent());
        let beyond = Rect { x: area.x + 2, width: area.width - 2, ..area };
        text(buffer, beyond, line, &cut(&symbol, 3), ink);
        let name_area = Rect { x: area.x + 6, width: area.width - 6, ..area };
        let mut score =
            session.view().scores.map_or(String::new(), |scores| scores[player.index()].to_string());
        if let Some(clock) = table.table.clock() {
            score = format!("{}  {score}", clock_text(clock.left(player, table.time()))).trim_end().into();
        }
        let room = name_area.width.saturating_sub(score.len() as u16 + 1);
        let name = match table.name(player) {
            // A name that equals the symbol would look like a mistake.
            name if name == piece.symbol => format!("Player {name}"),
            name => printable(name, theme),
        };
        let name = cut(&name, i32::from(room));
        text(
            buffer,
            name_area,
            line,
            &name,
            if next == Some(player) { theme.strong() } else { Style::new() },
        );
        let right =
            Rect { x: area.right().saturating_sub(score.len() as u16), width: score.len() as u16, ..area };
        text(buffer, right, line, &score, theme.strong());
    }
    let seats: Vec<_> = table.seats.iter().cloned().map(Into::into).collect();
    let Some(pair) = Pair::new(table.table.names(), &seats) else { return };
    let standings = shared.store.standings();
    let [one, two] = standings.wins(game, &pair);
    if one + two > 0 {
        text(buffer, area, 2, &format!("games won    {one} : {two}"), theme.quiet());
    }
    let [one, two] = standings.points(game, &pair);
    if session.view().scores.is_some() && one + two > 0 {
        text(buffer, area, 3, &format!("total points {one} : {two}"), theme.quiet());
    }
}

fn solo(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = shared.theme;
    let session = table.session();
    text(buffer, area, 0, &printable(table.name(Player::One), theme), theme.strong());
    let Some(goal) = session.view().goal else { return };
    let (rows, columns) = session.size();
    text(buffer, area, 1, &format!("Goal {}   Highest {}", goal.target, goal.max), Style::new());
    let score = merge_score(session.timeline());
    let standings = shared.store.standings();
    let name = session.info().name;
    let best_score = standings.best_score(name, [rows, columns], goal.target).unwrap_or(0).max(score);
    text(buffer, area, 2, &format!("Score {score}   Best {best_score}"), theme.accent());
    if let Some(best) = standings.best(name, [rows, columns], goal.target) {
        let words = format!("Best tile {} in {}", best.max.unwrap_or_default(), count(best.moves, "move"));
        text(buffer, area, 3, &words, theme.quiet());
    }
}

fn thinking(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = shared.theme;
    if area.height == 0 {
        return;
    }
    let seat = table.mover().filter(|_| table.thinking.is_some());
    let (Some(thinking), Some(player)) = (&table.thinking, seat) else {
        let words = match (table.paused, &table.waiting) {
            (true, _) => "Engines paused",
            (false, Some(_)) => "Engine has moved",
            (false, None) => "Engine waits",
        };
        return text(buffer, area, 0, words, theme.quiet());
    };
    let since = shared.now.saturating_sub(thinking.since);
    let time = match table.speed {
        Some(limit) => format!("{:.1} of {}", since.as_secs_f64(), seconds(limit)),
        None => seconds(since),
    };
    let name = printable(table.name(player), theme);
    text(buffer, area, 0, &format!("{} thinks {time}", cut(&name, 8)), theme.accent());
    let engine = table.engines[player.index()].as_ref();
    let Some(thought) = engine.and_then(|engine| engine.latest()) else { return };
    text(buffer, area, 1, &format!("{} positions", thousands(thought.nodes)), Style::new());
    let unit = table.session().info().values;
    text(buffer, area, 2, &value(unit, &thought.value), Style::new());
    let line: Vec<String> = thought.line.iter().map(|text| table.shown_move(text)).collect();
    text(buffer, area, 3, &format!("Line {}", line.join(" ")), Style::new());
}

fn values(table: &TableScreen, shared: &Shared, area: Rect, buffer: &mut Buffer) {
    let theme = shared.theme;
    if area.height == 0 {
        return;
    }
    let unit = table.session().info().values;
    let Some(mut thought) = table.analyzed() else {
        let words = if table.analysis.is_some() { "Analysis: searching" } else { "Analysis: no moves" };
        return text(buffer, area, 0, words, theme.quiet());
    };
    sort_by_value(unit, &mut thought.moves);
    let heading = match &table.analysis {
        Some(analysis) => format!("Analysis {}", seconds(shared.now.saturating_sub(analysis.since))),
        None => "Analysis".into(),
    };
    text(buffer, area, 0, &heading, theme.accent());
    let room = area.height.saturating_sub(1) as usize;
    // If not all moves fit, the last row shows the one under the cursor.
    let under = table.text_at(table.cursor);
    let under = thought.moves.iter().position(|(text, _)| Some(text) == under.as_ref());
    let mut shown: Vec<usize> = (0..thought.moves.len().min(room)).collect();
    if let (Some(under), Some(last)) = (under, shown.last_mut()) {
        *last = (*last).max(under);
    }
    for (line, index) in shown.into_iter().enumerate() {
        let (played, worth) = &thought.moves[index];
        let words = format!("{:>4}  {}", table.shown_move(played), value(unit, worth));
        let style = if Some(index) == under { theme.strong() } else { Style::new() };
        text(buffer, area, line as u16 + 1, &words, style);
        // The words say more than the bar, so they have the room.
        if Span::raw(&words).width() + usize::from(BAR) < usize::from(area.width) {
            bar(theme, share(unit, worth), area, line as u16 + 1, buffer);
        }
    }
}

/// The length of the bar beside the value of a move.
const BAR: u16 = 5;

/// Draws the value of a move as a bar at the right.
fn bar(theme: Theme, share: f64, area: Rect, line: u16, buffer: &mut Buffer) {
    if line >= area.height || area.width < 24 {
        return;
    }
    let full = (share * f64::from(BAR)).round() as usize;
    let (dark, light) = (theme.pick("▰", "#"), theme.pick("▱", "-"));
    let words = dark.repeat(full) + &light.repeat(BAR as usize - full);
    let at = Rect { x: area.right() - BAR, width: BAR, ..area };
    text(buffer, at, line, &words, theme.quiet());
}

fn moves(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let theme = shared.theme;
    let area = regions.moves_area;
    if area.height == 0 {
        return;
    }
    let all = table.moves();
    if all.is_empty() {
        // Before the first move there is room to explain the game.
        let lines = wrapped(table.session().info().summary, area.width as usize);
        for (line, words) in lines.iter().enumerate() {
            text(buffer, area, line as u16, words, theme.quiet());
        }
        return;
    }
    let heading = if area.width < 20 { "Moves   [ ]" } else { "Moves   [ ] Home End" };
    text(buffer, area, 0, heading, theme.quiet());
    let shown = table.shown_plies();
    let current = all.iter().rposition(|(_, plies)| *plies <= shown);
    for &(place, _, index) in &regions.moves {
        if place.x == area.x + 5 {
            let per_row = if table.session().info().players == 1 { 4 } else { 2 };
            let number = Rect { x: area.x, width: 4, y: place.y, height: 1 };
            text(buffer, number, 0, &format!("{:>3}.", index / per_row + 1), theme.quiet());
        }
        let style = if current == Some(index) {
            theme.chosen()
        } else if all[index].1 > shown {
            theme.quiet()
        } else {
            Style::new()
        };
        text(buffer, place, 0, &printable(&all[index].0, theme), style);
    }
}
