-- `named` is when a guest chose the name, in service time: the name of a guest without games expires. The row of a guest
-- who was deleted stays, with another name, until none of their games is left.
ALTER TABLE guests ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
ALTER TABLE guests ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
UPDATE guests SET named = coalesce((SELECT beat FROM service), 0);
