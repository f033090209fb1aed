-- Games, their log, the guests who take part, and the guests' names. `due` is when a game next needs an engine's move or
-- a fallen flag, `leased` until when a process works on that. `work` is what is due: 0 a flag, 1 an engine's move in a
-- game with people, 2 one in a game between engines. All times are milliseconds of service time (see service_now).
CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    seq BIGINT NOT NULL,
    checksum BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    over BOOLEAN NOT NULL,
    due BIGINT,
    leased BIGINT NOT NULL DEFAULT 0,
    work SMALLINT NOT NULL DEFAULT 0,
    client TEXT COLLATE "C" NOT NULL DEFAULT '',
    address TEXT COLLATE "C" NOT NULL DEFAULT '',
    watched BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX due_games ON games (due) WHERE due IS NOT NULL;

-- The log is partitioned by game, so that it can be spread over disks and servers. `checksum` is over the entry and its
-- predecessor's checksum.
CREATE TABLE log (
    game TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    command TEXT,
    event TEXT NOT NULL,
    checksum BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
) PARTITION BY HASH (game);
DO $$ BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('CREATE TABLE log_%s PARTITION OF log FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    END LOOP;
END $$;

CREATE TABLE members (
    guest TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guest, game)
);
CREATE INDEX members_of_games ON members (game);
CREATE TABLE guests (id TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL);

-- In which order addresses and guests were last served by engines.
CREATE TABLE served (client TEXT COLLATE "C" PRIMARY KEY, turn BIGINT NOT NULL);
CREATE INDEX served_turns ON served (turn);

-- The time of service stands still while nobody serves. `beat` is when somebody last served, `skipped` how far it is
-- behind this server's clock; `gaps` says how far it was behind from each time on.
CREATE TABLE service (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beat BIGINT,
    skipped BIGINT NOT NULL
);
INSERT INTO service VALUES (1, NULL, 0);
CREATE TABLE gaps (at BIGINT NOT NULL, skipped BIGINT NOT NULL);

-- Never more than three seconds after the last heartbeat: from then on nobody serves.
CREATE FUNCTION service_now() RETURNS BIGINT LANGUAGE SQL VOLATILE AS
    'SELECT least((extract(epoch FROM clock_timestamp()) * 1000)::bigint - skipped, beat + 3000) FROM service';
