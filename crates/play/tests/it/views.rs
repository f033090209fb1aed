//! What front ends draw.

use crate::tables::table;
use insta::assert_snapshot;
use parlor_play::{Command, Step, View, games};
use parlor_rules::SplitMix64;

fn after(game: &str, moves: &str) -> (View, Vec<Step>) {
    let mut table = table(game);
    let mut steps = Vec::new();
    for text in moves.split_whitespace() {
        let acted = table.act(&Command::Move { by: None, text: text.into() }, 0);
        assert_eq!(acted.refusal, None, "{text}");
        steps = acted.steps;
    }
    (table.view(), steps)
}

#[test]
fn each_game_at_its_start() {
    for game in games() {
        let view = serde_json::to_string(&table(game.info().name).view()).unwrap();
        assert_snapshot!(format!("start_{}", game.info().name), view);
    }
}

#[test]
fn a_super_cascade_is_told_phase_by_phase() {
    let (_, steps) = after("super", "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    let lines: Vec<String> = steps.iter().map(|step| serde_json::to_string(step).unwrap()).collect();
    assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_line_and_a_chain_are_marked() {
    let (_, steps) = after("shapes", "1 0 1 2 1 3 1");
    assert_eq!(steps[1], Step::Mark(vec![[0, 1], [1, 1], [2, 1], [3, 1]]));
    let (_, steps) = after("growing", "p1:0 p2:0 p1:1 p2:1 p1:2 p2:2 p1:3");
    assert_eq!(steps[1], Step::Mark(vec![[4, 0], [4, 1], [4, 2], [4, 3]]));
}

#[test]
fn growth_comes_before_the_fall() {
    let (view, steps) = after("growing", "p1:4");
    assert_eq!(steps, [Step::Grow([5, 5]), Step::Drop { cell: [4, 4], player: 1 }]);
    assert_eq!((view.rows, view.columns), (5, 5));
}

/// Replaying the steps on a drawing gives the next drawing: a front end needs nothing else.
#[test]
fn the_steps_tell_everything() {
    for game in games() {
        for seed in 0..30 {
            let mut dice = SplitMix64::new(seed);
            let mut table = table(game.info().name);
            for _ in 0..120 {
                let view = table.view();
                if view.move_targets.is_empty() || table.ending().is_some() {
                    break;
                }
                let text = view.move_targets[dice.below(view.move_targets.len())].1.clone();
                let acted = table.act(&Command::Move { by: None, text }, 0);
                assert_eq!(acted.refusal, None);
                let mut cells = view.cells;
                acted.steps.iter().for_each(|step| draw(&mut cells, step));
                assert_eq!(cells, table.view().cells, "{}: {:?}", game.info().name, acted.steps);
            }
        }
    }
}

/// What a front end does with a step.
fn draw(cells: &mut Vec<Vec<u64>>, step: &Step) {
    let take = |cells: &mut Vec<Vec<u64>>, [row, column]: [usize; 2]| std::mem::take(&mut cells[row][column]);
    match step {
        Step::Grow([rows, columns]) => {
            while cells.len() < *rows {
                cells.insert(0, Vec::new());
            }
            cells.iter_mut().for_each(|row| row.resize(*columns, 0));
        }
        Step::Drop { cell: [row, column], player } | Step::Place { cell: [row, column], player } => {
            assert_eq!(cells[*row][*column], 0);
            cells[*row][*column] = *player;
        }
        Step::Swap { from, to, player } => {
            take(cells, *from);
            cells[to[0]][to[1]] = *player;
        }
        Step::Mark(_) | Step::Score(_) => {}
        Step::Vanish(gone) => gone.iter().for_each(|&cell| assert_ne!(take(cells, cell), 0)),
        Step::Fall(falls) => {
            for [from, to] in falls {
                let disc = take(cells, *from);
                cells[to[0]][to[1]] = disc;
            }
        }
        Step::Slide(slides) => {
            for slide in slides {
                let value = take(cells, slide.from);
                assert_eq!(value, slide.value);
                let target = &mut cells[slide.to[0]][slide.to[1]];
                assert_eq!(*target, if slide.merged { value } else { 0 });
                *target += value;
            }
        }
        Step::Appear { cell: [row, column], value } => cells[*row][*column] = *value,
    }
}
