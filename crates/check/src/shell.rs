//! Commands for a shell: what a user can copy to repeat a run.

/// Returns the command for a shell that prints a text.
pub(crate) fn printf(text: &str) -> String {
    let escaped = text.chars().map(|letter| match letter {
        '\\' => r"\\".into(),
        '%' => "%%".into(),
        '\'' => r"'\''".into(),
        '\n' => r"\n".into(),
        '\t' => r"\t".into(),
        letter if letter.is_ascii_control() => format!("\\{:03o}", u32::from(letter)),
        letter => letter.into(),
    });
    // Without the dashes a text that starts with one would be an option.
    let end_of_options = if text.starts_with('-') { "-- " } else { "" };
    format!("printf {end_of_options}'{}'", escaped.collect::<String>())
}

/// Quotes a word for a shell where it needs it.
pub(crate) fn quote(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_command_that_repeats_prints_the_input() {
        for text in [
            "0 1\n",
            "-1 3\n",
            "--\n",
            "100% 'a' \\n \"$x\" `y`\n\n",
            "\t \u{1b}[A\u{1b}OB\r\n",
            "é ● \n",
            "",
        ] {
            for shell in ["sh", "bash"] {
                let Ok(output) = Command::new(shell).args(["-c", &printf(text)]).output() else { continue };
                let printed = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!((printed.as_str(), &output.stderr[..]), (text, &b""[..]), "{shell}");
            }
        }
    }

    #[test]
    fn words_are_quoted_where_they_need_it() {
        assert_eq!(quote("./a-b/c.py"), "./a-b/c.py");
        assert_eq!(quote("it's here"), r"'it'\''s here'");
        assert_eq!(quote(""), "''");
    }
}
