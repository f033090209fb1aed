//! The environment of a program: small and always the same, so that what is found does not depend on who looks.

use super::command::CommandError;
use std::env;

/// A variable that is passed on to a program besides the few that every program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Whether the value was named, and not taken from the caller's environment.
    pub is_given: bool,
}

impl Variable {
    /// Reads `NAME=VALUE`, or `NAME` for the value it has here.
    pub fn parse(text: &str) -> Result<Variable, CommandError> {
        let (name, given) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (text, None),
        };
        if name.is_empty() || text.contains('\0') {
            return Err(CommandError::NoVariable(text.into()));
        }
        let is_given = given.is_some();
        match given.or_else(|| env::var(name).ok()) {
            Some(value) => Ok(Variable { name: name.into(), value, is_given }),
            None => Err(CommandError::NotSet(name.into())),
        }
    }
}

/// Returns the environment of a program, except what names its folder, which only the supervisor knows: `HOME` and
/// `TMPDIR`.
pub(crate) fn environment(passed: &[Variable]) -> Vec<(String, String)> {
    // Interpreters and the programs that a program starts are found as the caller finds them.
    let path = env::var("PATH").unwrap_or_else(|_| "/usr/local/bin:/usr/bin:/bin".into());
    let common = [("PATH", path.as_str()), ("LANG", "C.UTF-8"), ("TERM", "dumb")];
    let passed = passed.iter().map(|variable| (variable.name.as_str(), variable.value.as_str()));
    common.into_iter().chain(passed).map(|(name, value)| (name.into(), value.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_has_a_value_or_the_one_it_has_here() {
        let given = Variable::parse("SEED=a=b").unwrap();
        assert_eq!((given.name.as_str(), given.value.as_str(), given.is_given), ("SEED", "a=b", true));
        assert_eq!(Variable::parse("EMPTY=").unwrap().value, "");
        let passed = Variable::parse("PATH").unwrap();
        assert_eq!((Some(passed.value), passed.is_given), (env::var("PATH").ok(), false));
        assert!(Variable::parse("PARLOR_NO_SUCH_VARIABLE").is_err());
        assert!(Variable::parse("=x").is_err());
    }
}
