-- Each entry of a log has a checksum over itself and its predecessor's; the game has that of its last entry. The program
-- computes those of entries that are here already.
ALTER TABLE log ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
-- What is due: 0 a flag, 1 an engine's move in a game with people, 2 one in a game between engines. To whom an engine's
-- thinking is charged, and until when somebody watches. What is due already is taken for an engine's move.
ALTER TABLE games ADD COLUMN work INTEGER NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN watched INTEGER NOT NULL DEFAULT 0;
-- In which order addresses and guests were last served by engines.
CREATE TABLE served (client TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX served_turns ON served (turn);
-- The time of service, which all times here are in: it stands still while nobody serves. `beat` is when somebody last
-- served, `skipped` how far it is behind the wall clock, `appended` how many entries were ever appended.
CREATE TABLE service (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beat INTEGER,
    skipped INTEGER NOT NULL,
    appended INTEGER NOT NULL
);
INSERT INTO service SELECT 1, (SELECT max(updated) FROM games), 0, (SELECT count(*) FROM log);
-- How far it was behind from each time on.
CREATE TABLE gaps (at INTEGER NOT NULL, skipped INTEGER NOT NULL);
