-- New entries are added to `fresh`, beside each other in the order in which they come, and moved to `log` seconds later, where
-- each lies among the others of its game: added there one by one, every entry would cost a page. A shelf has the entries
-- of the games that are moved together; `place` is the number of entries that were ever appended.
CREATE TABLE IF NOT EXISTS fresh (
    shelf INTEGER NOT NULL,
    place INTEGER NOT NULL,
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    command TEXT,
    event TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (shelf, place)
) WITHOUT ROWID;
CREATE VIEW IF NOT EXISTS entries AS
    SELECT game, seq, command, event, checksum FROM log
    UNION ALL
    SELECT game, seq, command, event, checksum FROM fresh;
