//! Text that people paste or drop on the board, in any format that is known.

use super::notation::words;
use super::tree::{NodeId, VariationTree};
use super::{AnalysisBoard, BadAnalysis};
use crate::hex::notation::{ForeignMove, Sides, our_text};
use crate::hex::{Tree, hexworld, sgf};
use crate::record::{Reader, is_header};
use crate::{Event, ListNotation, Table, games};

/// The longest text that is read, in bytes.
pub(super) const LONGEST_TEXT: usize = 1 << 22;

impl AnalysisBoard {
    /// Reads a text in whichever format it is: a record, SGF, a HexWorld link, an address of an analysis, or moves of
    /// this game from its start, as the game writes them or as the solver and other Hex programs do.
    pub fn paste(&self, text: &str) -> Result<AnalysisBoard, BadAnalysis> {
        if text.len() > LONGEST_TEXT {
            return Err(BadAnalysis::LongText);
        }
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        if text.starts_with('{') {
            return read_record(text);
        }
        if text.starts_with('(') {
            return read_sgf(text);
        }
        if let Some(fragment) = fragment_of(text) {
            return AnalysisBoard::from_fragment(fragment);
        }
        if hexworld::is_link(text)
            && (text.contains("hexworld.org") || self.start.info().lists == ListNotation::HexWorld)
        {
            let table = hexworld::read(text).map_err(|error| BadAnalysis::Text(error.to_string()))?;
            return from_table(&table);
        }
        if text.is_empty() {
            return Err(BadAnalysis::UnknownFormat);
        }
        self.read_moves(text)
    }

    /// Reads moves of this game. A list with spaces is the game's own notation, as on the command line; a list without
    /// is the solver's. Cells of Hex in capital letters are ours.
    fn read_moves(&self, text: &str) -> Result<AnalysisBoard, BadAnalysis> {
        let is_number =
            |word: &String| word.trim_end_matches('.').parse::<u32>().is_ok() && word.ends_with('.');
        let mut listed: Vec<String> = words(text).into_iter().filter(|word| !is_number(word)).collect();
        let lists = self.lists();
        let moves = match self.start.info().lists {
            ListNotation::Columns => {
                // A line of a solver's test set has a score behind the moves.
                let is_scored = matches!(&listed[..], [moves, score]
                    if moves.len() > 2 && score.parse::<i32>().is_ok());
                listed.truncate(if is_scored { 1 } else { listed.len() });
                if let [moves] = &listed[..] { lists.read(moves)? } else { listed }
            }
            ListNotation::HexWorld if !text.contains(|letter: char| letter.is_ascii_uppercase()) => {
                lists.read(text)?
            }
            ListNotation::HexWorld | ListNotation::Words => listed,
        };
        let mut analysis =
            AnalysisBoard::at_start(self.start.fork(crate::ForkPoint::Start), self.setup.clone());
        for (index, played) in moves.iter().enumerate() {
            match analysis.play_listed(played) {
                // Text that is no move at all is of another format.
                Err(BadAnalysis::Move(_))
                    if index == 0 && analysis.session.check(played).is_err_and(is_no_move) =>
                {
                    return Err(BadAnalysis::UnknownFormat);
                }
                result => result?,
            };
        }
        Ok(analysis)
    }
}

fn is_no_move(error: crate::MoveError) -> bool {
    matches!(error, crate::MoveError::Bad(_))
}

/// Returns the fragment of an address of an analysis, or of a text that is one: `classic/6x7/444`.
fn fragment_of(text: &str) -> Option<&str> {
    let has_one_line = !text.contains(char::is_whitespace);
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    // Links may arrive with their slashes encoded.
    let name = fragment.split(['/', '~', '%']).next().unwrap_or_default();
    let is_game = games().iter().any(|game| game.info().name == name);
    // A lone name is a game only in an address: 1024 may be a move of the solver.
    let is_address = text.contains('#') || fragment.contains('/');
    (has_one_line && is_game && is_address).then_some(fragment)
}

fn read_record(text: &str) -> Result<AnalysisBoard, BadAnalysis> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        if is_header(line) {
            // The last game of several.
            reader = Reader::default();
        }
        reader.read(line).map_err(|error| BadAnalysis::Text(format!("line {}: {error}", index + 1)))?;
    }
    from_table(&reader.into_table().ok_or(BadAnalysis::UnknownFormat)?)
}

/// Opens the last game of a table. What was undone is a variation of what was played instead.
pub(super) fn from_table(table: &Table) -> Result<AnalysisBoard, BadAnalysis> {
    let header = table.header();
    let mut analysis = match &header.setup {
        Some(setup) => AnalysisBoard::from_setup(&header.game, &header.options, &setup.to_setup()?)?,
        None => AnalysisBoard::new(&header.game, &header.options)?,
    };
    let mut undone: Vec<NodeId> = Vec::new();
    let is_rematch = |entry: &crate::Entry| matches!(entry.event, Event::Rematch { .. });
    let start = table.log().iter().rposition(is_rematch).map_or(0, |index| index + 1);
    for entry in &table.log()[start..] {
        match &entry.event {
            Event::Move(text) | Event::Chance(text) => {
                analysis.play_listed(text)?;
                undone.clear();
            }
            Event::Continue => {
                analysis.play(crate::CONTINUE)?;
                undone.clear();
            }
            Event::Undo(count) => {
                for _ in 0..(*count).min(analysis.tree.depth(analysis.current)) {
                    undone.push(analysis.current);
                    analysis.step_back();
                }
            }
            Event::Redo(count) => {
                for node in (0..*count).map_while(|_| undone.pop()) {
                    analysis.step_to(node)?;
                }
            }
            Event::Comment(text) if !is_kept_for_sgf(text) => analysis.add_comment(text)?,
            _ => {}
        }
    }
    // What stands is the main line; the others are in the order in which they were played.
    let mut parent = NodeId::ROOT;
    for node in analysis.tree.path(analysis.current) {
        analysis.tree.put_first(parent, node);
        parent = node;
    }
    Ok(analysis)
}

/// Returns whether a comment of a record holds what SGF has and records have not.
fn is_kept_for_sgf(text: &str) -> bool {
    text.starts_with("sgf")
}

fn read_sgf(text: &str) -> Result<AnalysisBoard, BadAnalysis> {
    let bad = |error: crate::hex::SyntaxError| BadAnalysis::Text(error.to_string());
    let tables = sgf::read(text).map_err(bad)?;
    let table = tables.first().ok_or(BadAnalysis::UnknownFormat)?;
    let header = table.header();
    let mut analysis = match &header.setup {
        Some(setup) => AnalysisBoard::from_setup(&header.game, &header.options, &setup.to_setup()?)?,
        None => AnalysisBoard::new(&header.game, &header.options)?,
    };
    // Written again it is in standard form, with the variations that records keep in comments.
    if let Some(tree) = sgf::trees(table).last() {
        read_sgf_nodes(&mut analysis, tree)?;
    }
    let end = analysis.tree.end_of_line(NodeId::ROOT);
    analysis.go_to(end)?;
    Ok(analysis)
}

/// Adds the moves and comments of a game tree. A variation ends where a move can't be made.
fn read_sgf_nodes(analysis: &mut AnalysisBoard, tree: &Tree) -> Result<(), BadAnalysis> {
    let mut waiting = vec![(0, NodeId::ROOT)];
    while let Some((index, parent)) = waiting.pop() {
        let node = &tree.nodes[index];
        analysis.go_to(parent)?;
        if let Some(text) = node.value("B").or(node.value("W")) {
            match text.parse().ok().and_then(our_move).map(|played| analysis.play(&played)) {
                Some(Err(error @ BadAnalysis::Tree(_))) => return Err(error),
                Some(Err(_)) => continue,
                Some(Ok(_)) | None => {}
            }
        }
        if let Some(comment) = node.value("C") {
            analysis.add_comment(comment)?;
        }
        waiting.extend(node.children.iter().rev().map(|&child| (child, analysis.current)));
    }
    Ok(())
}

fn our_move(played: ForeignMove) -> Option<String> {
    match played {
        ForeignMove::Place(cell) => Some(our_text(Sides::default().cell(cell))),
        ForeignMove::SwapPieces => Some("swap".into()),
        _ => None,
    }
}

impl AnalysisBoard {
    /// Adds a comment to the current node; what is too long is cut.
    fn add_comment(&mut self, text: &str) -> Result<(), BadAnalysis> {
        let before = self.tree.comment(self.current);
        let joined = if before.is_empty() { text.to_string() } else { format!("{before}\n{text}") };
        let cut: String = joined.chars().take(VariationTree::LONGEST_COMMENT).collect();
        self.set_comment(self.current, &cut)
    }
}
