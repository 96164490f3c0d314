-- Nothing is written to a partition, or to a shard's part of it, until the transaction ends. A function, because LOCK cannot be prepared, and
-- statements in a shard are.
CREATE OR REPLACE FUNCTION portico_lock_partition(p_table text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('LOCK TABLE %s IN SHARE MODE', p_table::regclass);
  RETURN true;
END $$;
