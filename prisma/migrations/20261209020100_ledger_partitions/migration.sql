-- "ledger_entries" becomes the default partition of a table of the same name: statements of the version before go on working.
-- Locks: SHARE UPDATE EXCLUSIVE on "ledger_entries" while its rows are read once (about a minute for 100 million; settlements go on),
-- then ACCESS EXCLUSIVE for an instant. No index is built and no row is moved: the default partition's indexes are attached.
DO $$
DECLARE
  guard text := (SELECT conname FROM pg_constraint WHERE conrelid = 'ledger_entries'::regclass AND conname ~ '^ledger_entries_before_\d{4}_\d\d$');
  first_month timestamp := to_date(right(guard, 7), 'YYYY_MM');
  second_key text := ledger_request_key((first_month + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  IF guard IS NULL THEN RETURN; END IF;
  EXECUTE format('ALTER TABLE ledger_entries VALIDATE CONSTRAINT %I', guard);
  IF NOT ledger_lock_entries(60) THEN RAISE EXCEPTION 'ledger_entries is in use: migrate again'; END IF;
  EXECUTE 'ALTER TABLE ledger_entries RENAME TO ledger_entries_default';
  EXECUTE 'ALTER INDEX ledger_entries_pkey RENAME TO ledger_entries_default_pkey';
  EXECUTE 'CREATE TABLE ledger_entries (LIKE ledger_entries_default INCLUDING ALL) PARTITION BY RANGE (key)';
  EXECUTE format('ALTER TABLE ledger_entries DROP CONSTRAINT %I', guard);
  EXECUTE 'ALTER TABLE ledger_entries ATTACH PARTITION ledger_entries_default DEFAULT';
  EXECUTE format('CREATE TABLE %I PARTITION OF ledger_entries FOR VALUES FROM (%L) TO (%L)',
    'ledger_entries_' || to_char(first_month, 'YYYY_MM'), ledger_request_key(first_month AT TIME ZONE 'UTC'), second_key);
  EXECUTE format('CREATE TABLE ledger_entries_later PARTITION OF ledger_entries FOR VALUES FROM (%L) TO (%L)', second_key, 'settle:req_zzzzzzzzzz');
END $$;

-- What of a closed month is not in "ledger_entries" any more.
ALTER TABLE "ledger_months" ADD COLUMN "archived_nanos" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "archived_entries" BIGINT NOT NULL DEFAULT 0;

CREATE TABLE "ledger_archives" (
    "month" DATE NOT NULL,
    "entries" BIGINT NOT NULL,
    "manifest_sha256" TEXT NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_archives_pkey" PRIMARY KEY ("month")
);
