-- A table of the coordinator that Citus knows of, and that stays empty: a transaction that deletes from it and writes in a shard is committed
-- in two phases (lib/platform/shards.ts).
CREATE TABLE IF NOT EXISTS portico_two_phases (id integer PRIMARY KEY);
