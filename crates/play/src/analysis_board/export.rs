//! An analysis as a file or text to take away.

use super::tree::NodeId;
use super::{AnalysisBoard, BadAnalysis};
use crate::record::{entry_line, header_line};
use crate::{CONTINUE, Entry, Event, ExportFormat, Header, ListNotation, SetupRecord, Table, game};
use parlor_rules::Turn;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A format in which an analysis can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisFormat {
    /// A record, with variations as moves that were undone.
    Record,
    /// The moves of the line that is looked at, as the game writes them.
    Moves,
    /// The moves of the line that is looked at, in the solver's notation.
    Solver,
    /// A link to the board of HexWorld, with the moves after the current one behind its cursor.
    HexWorld,
    /// A file in the Smart Game Format, with variations and comments.
    Sgf,
}

impl AnalysisBoard {
    /// Returns the formats in which this game can be written.
    pub fn formats(&self) -> Vec<AnalysisFormat> {
        let info = self.start.info();
        let mut formats = vec![AnalysisFormat::Record, AnalysisFormat::Moves];
        if info.lists == ListNotation::Columns && self.setup.is_none() {
            formats.push(AnalysisFormat::Solver);
        }
        for (format, exported) in
            [(AnalysisFormat::Sgf, ExportFormat::Sgf), (AnalysisFormat::HexWorld, ExportFormat::HexWorld)]
        {
            if info.exports.contains(&exported) {
                formats.push(format);
            }
        }
        formats
    }

    /// Returns the analysis in a format.
    pub fn export(&self, format: AnalysisFormat) -> Result<String, BadAnalysis> {
        if !self.formats().contains(&format) {
            return Err(BadAnalysis::NoSuchFormat);
        }
        let exported = |table: &Table, format: ExportFormat| {
            let game = game(self.start.info().name);
            game.and_then(|game| game.export(table, format)).ok_or(BadAnalysis::NoSuchFormat)
        };
        let line = || self.tree.line(self.tree.end_of_line(self.current));
        Ok(match format {
            AnalysisFormat::Record => {
                let table = self.whole_table()?;
                let entries = table.log().iter().map(entry_line);
                [header_line(table.header())].into_iter().chain(entries).map(|line| line + "\n").collect()
            }
            AnalysisFormat::Moves => line().join(" "),
            AnalysisFormat::Solver => self.lists().write(line().iter().map(String::as_str)),
            AnalysisFormat::Sgf => exported(&self.whole_table()?, ExportFormat::Sgf)?,
            AnalysisFormat::HexWorld => exported(&self.line_table()?, ExportFormat::HexWorld)?,
        })
    }

    /// Returns a table at which every line of the tree was played, the main line last.
    fn whole_table(&self) -> Result<Table, BadAnalysis> {
        let mut writer = TableWriter::new(self)?;
        writer.comment(NodeId::ROOT)?;
        enum Task {
            Own(NodeId),
            Variation(NodeId),
            Leave,
        }
        let mut tasks = Vec::new();
        let main_line: HashSet<NodeId> =
            self.tree.path(self.tree.end_of_line(NodeId::ROOT)).into_iter().chain([NodeId::ROOT]).collect();
        // The main line goes on last, because it stays; within a variation all lines are played in order. Tasks are
        // taken from the end.
        let push_children = |tasks: &mut Vec<Task>, node: NodeId| {
            let mut children = self.tree.children(node).to_vec();
            if main_line.contains(&node) && !children.is_empty() {
                children.rotate_left(1);
            }
            if let Some((&last, others)) = children.split_last() {
                tasks.push(Task::Own(last));
                for &other in others.iter().rev() {
                    tasks.extend([Task::Leave, Task::Variation(other)]);
                }
            }
        };
        push_children(&mut tasks, NodeId::ROOT);
        // A variation is left all at once: the plies of it that stand when it is.
        let mut entered: Vec<usize> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Own(node) | Task::Variation(node) => {
                    if matches!(task, Task::Variation(_)) {
                        entered.push(writer.table.timeline().len());
                    }
                    writer.play(self.tree.text(node))?;
                    writer.comment(node)?;
                    push_children(&mut tasks, node);
                }
                Task::Leave => {
                    let before = entered.pop().unwrap_or(0);
                    writer.undo(writer.table.timeline().len() - before)?;
                }
            }
        }
        writer.finish()
    }

    /// Returns a table at which the line that is looked at was played, and undone as far as the current node.
    fn line_table(&self) -> Result<Table, BadAnalysis> {
        let mut writer = TableWriter::new(self)?;
        let end = self.tree.path(self.tree.end_of_line(self.current));
        for &node in &end {
            writer.play(self.tree.text(node))?;
        }
        let behind = end.len() - self.tree.path(self.current).len();
        if behind > 0 {
            writer.undo(behind)?;
        }
        writer.finish()
    }
}

/// Writes moves and comments as events of a table.
struct TableWriter<'a> {
    analysis: &'a AnalysisBoard,
    table: Table,
}

impl<'a> TableWriter<'a> {
    fn new(analysis: &'a AnalysisBoard) -> Result<TableWriter<'a>, BadAnalysis> {
        let mut header = Header::new(analysis.start.info().name);
        header.options = analysis.start.options().clone();
        header.setup = analysis.setup.clone().map(SetupRecord::of);
        Ok(TableWriter { analysis, table: Table::open(header)? })
    }

    fn apply(&mut self, event: Event) -> Result<(), BadAnalysis> {
        let applied = self.table.apply(&Entry { event, at: None });
        applied.map(drop).map_err(|error| BadAnalysis::Text(error.to_string()))
    }

    fn play(&mut self, text: &str) -> Result<(), BadAnalysis> {
        let event = match text {
            CONTINUE => Event::Continue,
            text if self.table.session().turn() == Turn::Chance => Event::Chance(text.into()),
            text => Event::Move(text.into()),
        };
        self.apply(event)
    }

    fn undo(&mut self, plies: usize) -> Result<(), BadAnalysis> {
        self.apply(Event::Undo(plies))
    }

    fn comment(&mut self, node: NodeId) -> Result<(), BadAnalysis> {
        match self.analysis.tree.comment(node) {
            "" => Ok(()),
            comment => self.apply(Event::Comment(comment.into())),
        }
    }

    /// Announces the end, if the line that stands has one.
    fn finish(mut self) -> Result<Table, BadAnalysis> {
        if self.table.session().turn().is_over()
            && let Some(ending) = self.table.ending()
        {
            self.apply(Event::End(ending))?;
        }
        Ok(self.table)
    }
}
