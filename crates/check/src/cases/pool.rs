//! Chooses games by what happens in them: the shortest game for each thing that can happen, then games in which rare
//! things happen.

use std::collections::HashMap;

/// Something that can happen in a game: `five in a row`.
pub(super) type Feature = String;

/// Games that have been looked at.
#[derive(Default)]
pub(super) struct Pool<Game> {
    /// The features in the order in which they were first seen, each with its shortest game.
    shortest: Vec<(Feature, Game, usize)>,
    counts: HashMap<Feature, usize>,
}

impl<Game: Clone> Pool<Game> {
    pub(super) fn new() -> Pool<Game> {
        Pool { shortest: Vec::new(), counts: HashMap::new() }
    }

    /// Takes a game in. Returns whether something happened in it for the first time.
    pub(super) fn add(&mut self, game: &Game, length: usize, features: &[Feature]) -> bool {
        let mut is_new = false;
        for feature in features {
            let count = self.counts.entry(feature.clone()).or_default();
            *count += 1;
            if *count == 1 {
                self.shortest.push((feature.clone(), game.clone(), length));
                is_new = true;
            } else if let Some(known) = self.shortest.iter_mut().find(|(name, ..)| name == feature)
                && length < known.2
            {
                (known.1, known.2) = (game.clone(), length);
            }
        }
        is_new
    }

    /// Returns how rare a game is: the most for one in which something happens that hardly ever does.
    pub(super) fn rarity(&self, features: &[Feature]) -> f64 {
        features.iter().map(|feature| 1.0 / self.counts.get(feature).map_or(0.5, |&count| count as f64)).sum()
    }

    /// Returns the shortest game for each feature, sorted by the features' names.
    pub(super) fn into_shortest(mut self) -> Vec<(Feature, Game)> {
        self.shortest.sort_by(|one, two| one.0.cmp(&two.0));
        self.shortest.into_iter().map(|(feature, game, _)| (feature, game)).collect()
    }
}
