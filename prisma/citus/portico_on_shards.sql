-- portico_on_shard: runs a statement in the shard of p_shard, as on plain PostgreSQL. Citus calls it on the node that has the shard.
-- There each shard has a schema, `shard_<id>`, whose views show the shard of each distributed table under the table's own name, and
-- whose functions are copies of the ledger's: so statements and functions are the same everywhere, and their plans are kept.
-- p_customers: whose rows it reads or writes; they must be in the shard. p_values: its parameters, as text.
-- Keys of distributed tables have customer_id, which some of plain PostgreSQL's do not: conflicts are named accordingly.
-- SQLSTATE 40001: the shard is now elsewhere, ask again. The lock keeps it here until the transaction ends.
CREATE OR REPLACE FUNCTION portico_on_shard(p_shard text, p_customers text[], p_text text, p_values text[])
RETURNS SETOF record LANGUAGE plpgsql
SET search_path = public SET citus.enable_manual_changes_to_shards = on SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  shard bigint := get_shard_id_for_distribution_column('balances', p_shard);
  room text := 'shard_' || shard;
  statement text := 's' || shard || '_' || md5(p_text);
BEGIN
  PERFORM lock_shard_metadata(5, ARRAY[shard]);
  IF NOT EXISTS (SELECT FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = shard)
     OR EXISTS (SELECT FROM unnest(p_customers) AS c(id) WHERE get_shard_id_for_distribution_column('balances', c.id) <> shard)
  THEN
    RAISE EXCEPTION 'shard % is not on this node, or not all customers are in it', shard USING ERRCODE = '40001';
  END IF;
  IF to_regclass(room || '.balances') IS NULL THEN PERFORM portico_open_shard(shard); END IF;
  PERFORM set_config('search_path', room, true), set_config('portico.shard', p_shard, true);
  IF current_setting('portico.' || statement, true) IS DISTINCT FROM 'prepared' THEN
    BEGIN
      EXECUTE format('PREPARE %I AS %s', statement, public.portico_shard_sql(p_text));
    EXCEPTION WHEN duplicate_prepared_statement THEN
      -- The transaction that prepared it was rolled back, and its setting with it.
    END;
    PERFORM set_config('portico.' || statement, 'prepared', false);
  END IF;
  RETURN QUERY EXECUTE format('EXECUTE %I%s', statement,
    (SELECT '(' || string_agg(quote_nullable(v.value), ', ' ORDER BY v.number) || ')' FROM unnest(p_values) WITH ORDINALITY AS v(value, number)));
END $$;

CREATE OR REPLACE FUNCTION portico_shard_sql(p_sql text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(p_sql, 'ON CONFLICT \((?![^)]*customer_id)', 'ON CONFLICT (customer_id, ', 'g')
$$;

-- Creates the schema of a shard on this node.
CREATE OR REPLACE FUNCTION portico_open_shard(p_shard bigint) RETURNS void LANGUAGE plpgsql
SET search_path = public SET citus.enable_ddl_propagation = off SET check_function_bodies = off AS $$
DECLARE
  room text := 'shard_' || p_shard;
  one record;
BEGIN
  PERFORM pg_advisory_xact_lock(p_shard);
  -- By a query: to_regclass may not have heard yet of a schema that was created meanwhile. One without views is of a shard that was away.
  IF EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = room AND c.relname = 'balances')
  THEN RETURN; END IF;
  EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', room);
  EXECUTE format('CREATE SCHEMA %I', room);
  FOR one IN
    SELECT c.relname AS name, s.shardid
      FROM pg_dist_shard b JOIN pg_dist_partition bp ON bp.logicalrelid = b.logicalrelid
      JOIN pg_dist_partition p ON p.colocationid = bp.colocationid
      JOIN pg_dist_shard s ON s.logicalrelid = p.logicalrelid AND s.shardminvalue = b.shardminvalue
      JOIN pg_class c ON c.oid = p.logicalrelid AND NOT c.relispartition
     WHERE b.shardid = p_shard
  LOOP
    EXECUTE format('CREATE VIEW %I.%I AS SELECT * FROM public.%I', room, one.name, one.name || '_' || one.shardid);
  END LOOP;
  PERFORM set_config('search_path', room, true);
  FOR one IN
    SELECT pg_get_functiondef(oid) AS sql FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '^(ledger|usage)_'
     ORDER BY proname = 'usage_histogram' DESC
  LOOP
    EXECUTE replace(public.portico_shard_sql(one.sql), 'FUNCTION public.', format('FUNCTION %I.', room));
  END LOOP;
END $$;

-- Drops the schemas of this node's shards, once their statements have ended: the next one creates its own anew, from the functions and
-- columns of then.
CREATE OR REPLACE FUNCTION portico_close_shards() RETURNS void LANGUAGE plpgsql SET citus.enable_ddl_propagation = off AS $$
DECLARE
  room text;
BEGIN
  FOR room IN SELECT nspname FROM pg_namespace WHERE nspname ~ '^shard_\d+$' LOOP
    PERFORM lock_shard_metadata(7, ARRAY[substr(room, 7)::bigint]);
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', room);
  END LOOP;
END $$;
