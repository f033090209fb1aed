//! The syntax of SGF: a tree of nodes with properties, parsed and printed. It knows no game.
//!
//! Nodes lie in one list and point to each other, so that deep trees need no recursion.

use std::fmt::{self, Write};

/// The longest text that is read, in bytes.
pub(super) const LONGEST_TEXT: usize = 1 << 24;
/// The deepest nesting of variations: more than the most moves of a game.
pub(super) const DEEPEST_NESTING: usize = 700;
/// The most nodes of all trees of a text.
pub(super) const MOST_NODES: usize = 1_000_000;

/// A place in a text: line and column, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// A property of a node, such as `B[a1]` or `AB[a1][b2]`.
///
/// Two properties are equal if they have the same name and values, wherever they stand.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name, in capital letters.
    pub name: String,
    /// Its values, without escapes.
    pub values: Vec<String>,
    /// Where it stands in the text.
    pub place: Place,
}

impl PartialEq for Property {
    fn eq(&self, other: &Property) -> bool {
        self.name == other.name && self.values == other.values
    }
}

impl Eq for Property {}

impl Property {
    /// Returns a property that stands nowhere in particular.
    pub fn new(name: &str, value: impl Into<String>) -> Property {
        Property { name: name.into(), values: vec![value.into()], place: Place::default() }
    }

    /// Returns its first value.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// As it is written, with escapes.
impl fmt::Display for Property {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)?;
        for value in &self.values {
            out.write_char('[')?;
            // The first colon of a label stands after its cell, the others are text.
            let text = value.find(':').filter(|_| self.name == "LB").map_or(value.len(), |colon| colon + 1);
            for (at, letter) in value.char_indices() {
                if matches!(letter, ']' | '\\') || letter == ':' && at >= text {
                    out.write_char('\\')?;
                }
                out.write_char(letter)?;
            }
            out.write_char(']')?;
        }
        Ok(())
    }
}

/// A node of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its properties, in the order of the text.
    pub properties: Vec<Property>,
    /// Its children, as indices into [`Tree::nodes`]; the first continues the main line.
    pub children: Vec<usize>,
}

impl Node {
    /// Returns the property of this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// Returns the first value of the property of this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name).map(Property::value)
    }
}

/// A game tree. Node 0 is the root, and every node comes before its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
}

impl Default for Tree {
    /// Returns a tree of a root without properties.
    fn default() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// Reads the trees of a text.
    pub fn parse_all(text: &str) -> Result<Vec<Tree>, SyntaxError> {
        Parser::new(text)?.trees()
    }

    /// Returns the nodes of the main line: the root, its first child, that one's first child and so on.
    pub fn main_line(&self) -> Vec<usize> {
        let next = |&node: &usize| self.nodes[node].children.first().copied();
        std::iter::successors(Some(0), next).collect()
    }

    /// Adds a node below another one, and returns its index.
    pub fn add(&mut self, parent: usize, properties: Vec<Property>) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node { properties, children: Vec::new() });
        self.nodes[parent].children.push(index);
        index
    }

    /// Returns the text of a node and all below it, in parentheses.
    pub fn subtree_text(&self, node: usize) -> String {
        enum Task {
            Variation(usize),
            Node(usize),
            Close,
        }
        let mut text = String::new();
        let mut tasks = vec![Task::Variation(node)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => text.push(')'),
                Task::Variation(node) => {
                    text.push('(');
                    tasks.extend([Task::Close, Task::Node(node)]);
                }
                Task::Node(node) => {
                    let Node { properties, children } = &self.nodes[node];
                    text.push(';');
                    for property in properties {
                        let _ = write!(text, "{property}");
                    }
                    match children[..] {
                        [only] => tasks.push(Task::Node(only)),
                        _ => tasks.extend(children.iter().rev().map(|&child| Task::Variation(child))),
                    }
                }
            }
        }
        text
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.subtree_text(0))
    }
}

/// An error in the syntax of a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for SyntaxError {}

/// Reads a text character by character and knows where it is.
struct Parser<'a> {
    letters: std::iter::Peekable<std::str::Chars<'a>>,
    place: Place,
    nodes: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, SyntaxError> {
        let place = Place { line: 1, column: 1 };
        if text.len() > LONGEST_TEXT {
            return Err(SyntaxError { place, reason: format!("longer than {LONGEST_TEXT} bytes") });
        }
        Ok(Parser { letters: text.chars().peekable(), place, nodes: 0 })
    }

    fn error<T>(&self, reason: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError { place: self.place, reason: reason.into() })
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        if letter == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    /// Skips white space, and returns the next character without taking it.
    fn peek(&mut self) -> Option<char> {
        while self.letters.peek().is_some_and(|letter| letter.is_whitespace() || *letter == '\u{feff}') {
            self.next();
        }
        self.letters.peek().copied()
    }

    fn trees(&mut self) -> Result<Vec<Tree>, SyntaxError> {
        let mut trees = Vec::new();
        while let Some(letter) = self.peek() {
            match letter {
                '(' => trees.push(self.tree()?),
                ')' => return self.error("this parenthesis closes nothing"),
                _ => return self.error("expected ( at the start of a game"),
            }
        }
        if trees.is_empty() { self.error("there is no game: expected (") } else { Ok(trees) }
    }

    /// Reads a tree from its opening parenthesis to the closing one.
    fn tree(&mut self) -> Result<Tree, SyntaxError> {
        let mut tree = Tree { nodes: Vec::new() };
        // Of every open parenthesis, its place and the last node before it.
        let mut open: Vec<(Place, Option<usize>)> = Vec::new();
        let mut last: Option<usize> = None;
        loop {
            match self.peek() {
                Some('(') => {
                    if open.len() == DEEPEST_NESTING {
                        return self.error(format!("nested more than {DEEPEST_NESTING} deep"));
                    }
                    open.push((self.place, last));
                    self.next();
                    if self.peek() != Some(';') {
                        return self.error("expected ; after (");
                    }
                }
                Some(')') => {
                    self.next();
                    match open.pop() {
                        Some((_, before)) if !open.is_empty() => last = before,
                        _ => return Ok(tree),
                    }
                    if !matches!(self.peek(), Some('(' | ')') | None) {
                        return self.error("expected ( or ) after a variation");
                    }
                }
                Some(';') => {
                    self.next();
                    self.nodes += 1;
                    if self.nodes > MOST_NODES {
                        return self.error(format!("more than {MOST_NODES} nodes"));
                    }
                    let index = tree.nodes.len();
                    let properties = self.properties()?;
                    tree.nodes.push(Node { properties, children: Vec::new() });
                    if let Some(parent) = last {
                        tree.nodes[parent].children.push(index);
                    }
                    last = Some(index);
                }
                Some(letter) => return self.error(format!("unexpected {letter:?}")),
                None => {
                    let opened = open.last().map_or(self.place, |(place, _)| *place);
                    return self.error(format!("the text ends, but the parenthesis of {opened} is open"));
                }
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property>, SyntaxError> {
        let mut properties: Vec<Property> = Vec::new();
        while self.peek().is_some_and(|letter| letter.is_ascii_alphabetic()) {
            let place = self.place;
            let mut name = String::new();
            while let Some(letter) = self.letters.peek().copied().filter(char::is_ascii_alphabetic) {
                // Older versions of the format write `Black[...]` for `B[...]`.
                if letter.is_ascii_uppercase() {
                    name.push(letter);
                }
                self.next();
            }
            if name.is_empty() {
                return Err(SyntaxError { place, reason: "expected a property in capital letters".into() });
            }
            if self.peek() != Some('[') {
                return self.error(format!("expected [ after {name}"));
            }
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                values.push(self.value()?);
            }
            match properties.iter_mut().find(|property| property.name == name) {
                Some(known) => known.values.append(&mut values),
                None => properties.push(Property { name, values, place }),
            }
        }
        Ok(properties)
    }

    fn value(&mut self) -> Result<String, SyntaxError> {
        let opened = self.place;
        self.next();
        let mut value = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => match self.next() {
                    // A line that was broken only to be short. It may end in two characters.
                    Some('\r') if self.letters.peek() == Some(&'\n') => drop(self.next()),
                    Some('\n' | '\r') => {}
                    Some(letter) => value.push(letter),
                    None => break,
                },
                Some(letter) => value.push(letter),
                None => break,
            }
        }
        self.error(format!("the text ends, but the bracket of {opened} is open"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Tree {
        Tree::parse_all(text).unwrap().remove(0)
    }

    fn refused(text: &str) -> String {
        Tree::parse_all(text).unwrap_err().to_string()
    }

    #[test]
    fn texts_round_trip() {
        for text in [
            "(;)",
            "(;FF[4]GM[11]SZ[11];B[a1];W[b2])",
            "(;LB[a1:x\\:y][b2:\\]\\:\\:])",
            "(;AB[a1][b2]C[a \\] and a \\\\ and ( ; ):](;B[c3](;W[d4])(;W[e5];B[f6]))(;B[d4]))",
        ] {
            assert_eq!(parse(text).to_string(), text);
        }
    }

    #[test]
    fn white_space_and_older_names() {
        let tree = parse("\u{feff} ( ;\n FF [4] \n GaMe[11]\r\n ; Black\n[a1] ) \n");
        assert_eq!(tree.to_string(), "(;FF[4]GM[11];B[a1])");
        assert_eq!(tree.nodes[1].properties[0].place, Place { line: 4, column: 4 });
        assert_eq!(
            parse("(;C[one\\\ntwo\\\r\nthree\nfour]AB[a1]AB[a2])").to_string(),
            "(;C[onetwothree\nfour]AB[a1][a2])"
        );
    }

    #[test]
    fn several_trees() {
        let trees = Tree::parse_all("(;B[a1])(;W[a1])").unwrap();
        assert_eq!(trees.iter().map(Tree::to_string).collect::<Vec<_>>(), ["(;B[a1])", "(;W[a1])"]);
    }

    #[test]
    fn main_line_is_the_first_children() {
        let tree = parse("(;C[0];C[1](;C[2];C[3])(;C[4]))");
        let comments: Vec<&str> =
            tree.main_line().iter().filter_map(|&node| tree.nodes[node].value("C")).collect();
        assert_eq!(comments, ["0", "1", "2", "3"]);
        assert_eq!(tree.subtree_text(4), "(;C[4])");
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(refused(""), "1:1: there is no game: expected (");
        assert_eq!(refused("hello"), "1:1: expected ( at the start of a game");
        assert_eq!(refused("(;B[a1]\n;W[b2]"), "2:7: the text ends, but the parenthesis of 1:1 is open");
        assert_eq!(refused("(;B[a1]\n;W[b2"), "2:6: the text ends, but the bracket of 2:3 is open");
        assert_eq!(refused("(;C[a\\"), "1:7: the text ends, but the bracket of 1:4 is open");
        assert_eq!(refused("(;B)"), "1:4: expected [ after B");
        assert_eq!(refused("(;b[a1])"), "1:3: expected a property in capital letters");
        assert_eq!(refused("(B[a1])"), "1:2: expected ; after (");
        assert_eq!(refused("(;B[a1]) )"), "1:10: this parenthesis closes nothing");
        assert_eq!(refused("(;B[a1](;W[a2]);W[a3])"), "1:16: expected ( or ) after a variation");
        assert_eq!(refused("(;B[a1]!)"), "1:8: unexpected '!'");
        assert_eq!(refused(&"(".repeat(1_000)), "1:2: expected ; after (");
        assert_eq!(refused(&"(;".repeat(1_000)), "1:1401: nested more than 700 deep");
    }

    #[test]
    fn deep_and_long_trees_need_no_stack() {
        let deep = "(;".repeat(DEEPEST_NESTING) + &")".repeat(DEEPEST_NESTING);
        let long = format!("({})", ";".repeat(100_000));
        assert_eq!(parse(&deep).to_string(), format!("({})", ";".repeat(DEEPEST_NESTING)));
        assert_eq!(parse(&long).to_string(), long);
    }
}
