-- Addresses are keyed hashes from here on (`address`, and `served.client` after the word `address`), stored only while an
-- engine's move is due. The addresses stored before are removed.
UPDATE games SET address = '' WHERE address <> '';
DELETE FROM served;
-- When the turn was: turns are forgotten after an hour.
ALTER TABLE served ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
