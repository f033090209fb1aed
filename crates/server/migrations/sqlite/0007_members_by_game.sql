-- Who takes part in a game.
CREATE INDEX IF NOT EXISTS members_of_games ON members (game);
