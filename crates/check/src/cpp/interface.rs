//! Which operations a class has, and what is said about those it lacks.

use super::build::Build;
use super::class::{Class, Operation};
use crate::{CaseResult, Finding};

/// The operations of a class.
#[derive(Debug, Default)]
pub(super) struct Interface {
    /// Those that can be performed.
    pub(super) usable: Vec<String>,
    /// Those that can be performed only because the driver ignores access.
    private: Vec<String>,
    /// The others, with the driver's word for what is wrong.
    lacking: Vec<(String, String)>,
}

impl Interface {
    /// Creates the interface from what the driver says, and from what one says that may use private members.
    pub(super) fn new(open: Vec<(String, String)>, all: Option<Vec<(String, String)>>) -> Interface {
        let present = |statuses: &[(String, String)], key: &str| {
            statuses.iter().any(|(other, status)| other == key && status == "present")
        };
        let mut interface = Interface::default();
        for (key, status) in &open {
            let is_private = !present(&open, key) && all.as_ref().is_some_and(|all| present(all, key));
            if is_private {
                interface.private.push(key.clone());
            }
            match is_private || status == "present" {
                true => interface.usable.push(key.clone()),
                false => interface.lacking.push((key.clone(), status.clone())),
            }
        }
        interface
    }

    /// Returns whether another driver, which may use private members, could do more.
    pub(super) fn may_hide_something(open: &[(String, String)]) -> bool {
        open.iter().any(|(_, status)| status == "unusable")
    }

    /// Returns whether an operation can be performed.
    pub(super) fn has(&self, key: &str) -> bool {
        key == "input" || self.usable.iter().any(|other| other == key)
    }

    /// Returns a case for every operation of the interface.
    pub(super) fn cases<C: Class>(&self, build: &Build) -> Vec<CaseResult> {
        let mut cases: Vec<CaseResult> = Vec::new();
        for operation in C::OPERATIONS {
            let is_free = C::OPTIONAL.contains(&operation.key) && !self.has(operation.key);
            if is_free || cases.iter().any(|case| case.name == operation.name) {
                continue;
            }
            let findings = self.finding(operation, build).into_iter().collect();
            cases.push(CaseResult::new(operation.name, "interface", findings));
        }
        cases
    }

    /// Returns what is wrong with an operation.
    pub(super) fn finding(&self, operation: &Operation, build: &Build) -> Option<Finding> {
        let Operation { key, name, declaration, .. } = *operation;
        let (summary, rule) = if self.private.iter().any(|private| private == key) {
            let why = match key {
                "grid" => {
                    "the checks fill `grid` directly and then ask, so it must be public; the rest was checked all the same"
                }
                _ => {
                    "the checks use it from outside, so it must be public; the rest was checked all the same"
                }
            };
            (format!("{name} is private or protected"), why.to_string())
        } else {
            let status =
                self.lacking.iter().find(|(lacking, _)| lacking == key).map(|(_, status)| status.as_str())?;
            match status {
                "undefined" => {
                    let symbol = build.undefined.iter().find(|symbol| symbol.starts_with(operation.symbol));
                    let symbol = symbol.map_or(name, String::as_str);
                    (
                        format!("{symbol} is declared but not defined"),
                        format!(
                            "the header promises `{declaration}`, but no source file has its body: is Board:: missing before its name, or does the body have other parameters or another const?"
                        ),
                    )
                }
                "missing" => (format!("{name} is missing"), format!("the class needs `{declaration}`")),
                _ => (
                    format!("{name} cannot be used as the interface has it"),
                    self.other_signature(operation),
                ),
            }
        };
        let mut finding = Finding::difference(summary);
        finding.rule = Some(rule);
        Some(finding)
    }

    fn other_signature(&self, operation: &Operation) -> String {
        let declaration = operation.declaration;
        match operation.key {
            "chain" | "print2" => {
                format!("it must answer its left side, so that it can be used in a chain: `{declaration}`")
            }
            "copy" | "assign" => format!("it is deleted or takes something else: `{declaration}`"),
            _ => format!("its parameters, its answer or its kind differ: `{declaration}`"),
        }
    }
}
