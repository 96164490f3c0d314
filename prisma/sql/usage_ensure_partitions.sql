-- usage_ensure_partitions: creates the partitions of usage_records for the month of p_from and p_months after it.
CREATE OR REPLACE FUNCTION usage_ensure_partitions(p_from timestamptz, p_months integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month_start timestamptz;
  month_end timestamptz;
  name text;
BEGIN
  FOR i IN 0..p_months LOOP
    month_start := (date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i)) AT TIME ZONE 'UTC';
    month_end := (date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i + 1)) AT TIME ZONE 'UTC';
    name := 'usage_records_' || to_char(month_start AT TIME ZONE 'UTC', 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF usage_records FOR VALUES FROM (%L) TO (%L)', name, month_start, month_end);
    END IF;
  END LOOP;
END $$;

SELECT usage_ensure_partitions(now(), 2);
