-- Prepares partitions of "ledger_entries" by month. Charges have the key `settle:req_<time><random>`: a month of requests is a range of
-- keys, so the key alone stays unique over all partitions. The entries of before stay in one table, the default partition. This
-- constraint says that it has no keys of later months. With it, PostgreSQL makes their partitions without reading the table.
-- Locks: ACCESS EXCLUSIVE on "ledger_entries", for an instant, as NOT VALID reads no row. It waits half a second at a time, so
-- that settlements are written in between while a statement such as the hourly check reads the table.
-- The first month begins in 28 days at the earliest, because until the next migration nothing takes its charges.

-- The first key of a request made at this moment; as in lib/platform/ids.ts.
CREATE FUNCTION ledger_request_key(p_moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'settle:req_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((millis >> (5 * place)) & 31)::integer, 1), '' ORDER BY place DESC)
    FROM (SELECT (extract(epoch FROM p_moment) * 1000)::bigint AS millis) AS m, generate_series(0, 9) AS place
$$;

-- Locks ledger_entries for a change of its partitions, in at most so many tries; false where none succeeded.
CREATE FUNCTION ledger_lock_entries(p_tries integer) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
BEGIN
  FOR i IN 1 .. p_tries LOOP
    BEGIN
      LOCK TABLE ONLY ledger_entries IN ACCESS EXCLUSIVE MODE;
      RETURN true;
    EXCEPTION WHEN lock_not_available THEN
      IF i < p_tries THEN PERFORM pg_sleep(1); END IF;
    END;
  END LOOP;
  RETURN false;
END $$;

DO $$
DECLARE
  first_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC' + CASE WHEN EXISTS (SELECT FROM ledger_entries) THEN interval '59 days' ELSE '0 days' END);
  first_key text := ledger_request_key(first_month AT TIME ZONE 'UTC');
BEGIN
  -- Some languages sort two letters as one (Czech: ch). In a database with such a collation, or with keys that do not contain the
  -- time, the ledger stays one table.
  IF EXISTS (
       SELECT FROM (SELECT row_number() OVER (ORDER BY text) AS nth, row_number() OVER (ORDER BY text COLLATE "C") AS nth_by_code
         FROM (SELECT 'settle:req_' || one || other AS text FROM regexp_split_to_table('0123456789abcdefghjkmnpqrstvwxyz', '') AS one,
                 regexp_split_to_table('0123456789abcdefghjkmnpqrstvwxyz', '') AS other) AS pairs) AS sorted WHERE nth <> nth_by_code)
     OR EXISTS (SELECT FROM ledger_entries WHERE key >= first_key AND key < 'settle:req_zzzzzzzzzz')
  THEN RETURN; END IF;
  IF NOT ledger_lock_entries(60) THEN RAISE EXCEPTION 'ledger_entries is in use: migrate again'; END IF;
  EXECUTE format('ALTER TABLE ledger_entries ADD CONSTRAINT %I CHECK (key < %L OR key >= %L) NOT VALID',
    'ledger_entries_before_' || to_char(first_month, 'YYYY_MM'), first_key, 'settle:req_zzzzzzzzzz');
END $$;
