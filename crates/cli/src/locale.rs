//! The user's locale: whether the terminal shows more than ASCII.

use std::env;

/// Returns whether the locale is UTF-8. Where none is set nothing is known, and UTF-8 is assumed.
pub(crate) fn is_utf8() -> bool {
    // The console of Windows shows Unicode whatever these variables say.
    cfg!(windows) || is_utf8_by(|name| env::var(name).ok())
}

/// Looks at the variables in their order: the first that is set decides.
fn is_utf8_by(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    set.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::is_utf8_by;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let is_utf8 = |set: &[(&str, &str)]| {
            is_utf8_by(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string()))
        };
        assert!(is_utf8(&[]));
        assert!(is_utf8(&[("LANG", "en_US.UTF-8")]));
        assert!(is_utf8(&[("LANG", "C.utf8")]));
        assert!(!is_utf8(&[("LANG", "C")]));
        assert!(!is_utf8(&[("LANG", "de_DE.ISO-8859-1")]));
        assert!(!is_utf8(&[("LC_ALL", "POSIX"), ("LANG", "en_US.UTF-8")]));
        assert!(is_utf8(&[("LC_ALL", ""), ("LC_CTYPE", "en_US.UTF-8"), ("LANG", "C")]));
    }
}
