-- An entry's `seq` is the length of its game's log after it, as on the wire: the first has 1. Version 1 counted from 0.
CREATE TABLE log (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    command TEXT,
    event TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO log (game, seq, command, event) SELECT game, number + 1, command, fact FROM facts;
DROP TABLE facts;
ALTER TABLE games RENAME COLUMN head TO seq;
