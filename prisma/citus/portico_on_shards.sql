-- portico_on_shards: runs a statement in each of p_shards, as on plain PostgreSQL. Citus calls it on the node that has p_shard; the others
-- are there too. There each shard has a schema, `shard_<id>`, whose views show the shard of each distributed table under the table's own
-- name, and whose functions are copies of the ledger's: so statements and functions are the same everywhere, and their plans are kept.
-- p_customers: whose rows it reads or writes; they must be in these shards. p_values: its parameters as text, those of each shard in turn.
-- Keys of distributed tables have customer_id, which some of plain PostgreSQL's do not: conflicts are named accordingly.
-- SQLSTATE 40001: a shard is now elsewhere, ask again. The locks keep them here until the transaction ends.
CREATE OR REPLACE FUNCTION portico_on_shards(p_shard text, p_shards text[], p_customers text[], p_text text, p_values text[])
RETURNS SETOF record LANGUAGE plpgsql
SET search_path = public SET citus.enable_manual_changes_to_shards = on SET plan_cache_mode = force_generic_plan SET jit = off AS $$
DECLARE
  shards bigint[] := ARRAY(SELECT get_shard_id_for_distribution_column('balances', s.name) FROM unnest(p_shards) WITH ORDINALITY AS s(name, number) ORDER BY number);
  width integer := cardinality(p_values) / cardinality(p_shards);
  digest text := md5(p_text);
  statement text;
  calls text[];
BEGIN
  PERFORM lock_shard_metadata(5, shards);
  IF (SELECT count(*) FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = ANY (shards)) < cardinality(shards)
     OR EXISTS (SELECT FROM unnest(p_customers) AS c(id) WHERE get_shard_id_for_distribution_column('balances', c.id) <> ALL (shards))
  THEN
    RAISE EXCEPTION 'not all of the shards % are on this node, or not all customers are in them', shards USING ERRCODE = '40001';
  END IF;
  FOR n IN 1 .. cardinality(shards) LOOP
    statement := 's' || shards[n] || '_' || digest;
    IF to_regclass('shard_' || shards[n] || '.balances') IS NULL THEN PERFORM portico_open_shard(shards[n]); END IF;
    IF current_setting('portico.' || statement, true) IS DISTINCT FROM 'prepared' THEN
      PERFORM portico_prepare('shard_' || shards[n], statement, p_text);
    END IF;
    calls[n] := 'EXECUTE ' || statement || coalesce('(' ||
      (SELECT string_agg(quote_nullable(v.value), ', ' ORDER BY v.number) FROM unnest(p_values[(n - 1) * width + 1 : n * width]) WITH ORDINALITY AS v(value, number)) || ')', '');
  END LOOP;
  -- Nothing else runs from here on: it would be planned anew in each schema.
  FOR n IN 1 .. cardinality(shards) LOOP
    PERFORM set_config('search_path', 'shard_' || shards[n], true), set_config('portico.shard', p_shards[n], true);
    RETURN QUERY EXECUTE calls[n];
  END LOOP;
END $$;

-- Prepares a statement in a shard's schema.
CREATE OR REPLACE FUNCTION portico_prepare(p_room text, p_name text, p_text text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := current_setting('search_path');
BEGIN
  PERFORM set_config('search_path', p_room, true);
  BEGIN
    EXECUTE format('PREPARE %I AS %s', p_name, public.portico_shard_sql(p_text));
  EXCEPTION WHEN duplicate_prepared_statement THEN
    -- The transaction that prepared it was rolled back, and its setting with it.
  END;
  PERFORM set_config('portico.' || p_name, 'prepared', false), set_config('search_path', before, true);
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
    SELECT pg_get_functiondef(oid) AS sql FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ '^(ledger|usage)_|^portico_lock_partition$'
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
