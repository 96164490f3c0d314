-- The partitions of ledger_entries: `ledger_entries_<year>_<month>` has the charges of the requests made in a month,
-- ledger_entries_later those of months without a partition yet, ledger_entries_default everything else. A constraint of the default
-- one refuses charges of all months that have or had a partition: a settlement repeated after its month was archived fails.

-- (ledger_request_key and ledger_lock_entries are in the migration 20261209020000_ledger_range, which needs them.)

-- ledger_ensure_partitions: creates the partitions of the month of p_from and p_months after it, unless the table is in use: then
-- another day. If none was made in time, the month's charges move from ledger_entries_later; settlements wait meanwhile.
CREATE OR REPLACE FUNCTION ledger_ensure_partitions(p_from timestamptz, p_months integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last_month constant timestamp := date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => p_months);
  next_month timestamp;
  next_key text;
  name text;
BEGIN
  LOOP
    SELECT to_date(max(right(c.relname, 7)), 'YYYY_MM') + interval '1 month' INTO next_month
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'ledger_entries'::regclass AND c.relname ~ '^ledger_entries_\d{4}_\d\d$';
    EXIT WHEN next_month IS NULL OR next_month > last_month OR NOT ledger_lock_entries(1);
    name := 'ledger_entries_' || to_char(next_month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL; -- another process made it while this one waited
    next_key := ledger_request_key((next_month + interval '1 month') AT TIME ZONE 'UTC');
    ALTER TABLE ledger_entries DETACH PARTITION ledger_entries_later;
    EXECUTE format('CREATE TABLE %I PARTITION OF ledger_entries FOR VALUES FROM (%L) TO (%L)',
      name, ledger_request_key(next_month AT TIME ZONE 'UTC'), next_key);
    WITH moved AS (DELETE FROM ledger_entries_later WHERE key < next_key RETURNING *) INSERT INTO ledger_entries SELECT * FROM moved;
    EXECUTE format('ALTER TABLE ledger_entries ATTACH PARTITION ledger_entries_later FOR VALUES FROM (%L) TO (%L)', next_key, 'settle:req_zzzzzzzzzz');
  END LOOP;
END $$;

SELECT ledger_ensure_partitions(now(), 2);
