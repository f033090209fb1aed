-- Games with their log of facts, the guests who take part, and the guests' names. `due` is when a game next needs an
-- engine's move or a fallen flag, `leased` until when a server works on that.
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    head INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    over INTEGER NOT NULL,
    due INTEGER,
    leased INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (
    game TEXT NOT NULL,
    number INTEGER NOT NULL,
    command TEXT,
    fact TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS members (guest TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (guest, game)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guests (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS due_games ON games (due) WHERE due IS NOT NULL;
