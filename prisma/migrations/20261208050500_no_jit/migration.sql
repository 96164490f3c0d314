-- Just-in-time compilation took 150 to 300 ms of each settlement, which runs for a few. Where the user may not change the database,
-- its owner should.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  NULL;
END $$;
