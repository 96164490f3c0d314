-- What was a rollup by hour is a tally by minute from now on; rollups, made anew, add tallies up by five minutes, hour, day
-- and week. Rows written so far become tallies of their hour's first minute, and are rolled up like any other.

-- AlterTable
ALTER TABLE "traffic_rollups" RENAME TO "traffic_tallies";
ALTER TABLE "traffic_tallies" RENAME COLUMN "hour" TO "minute";
ALTER TABLE "traffic_tallies" RENAME CONSTRAINT "traffic_rollups_pkey" TO "traffic_tallies_pkey";

-- CreateTable
CREATE TABLE "traffic_rollups" (
    "grain" TEXT NOT NULL,
    "cut" TEXT NOT NULL,
    "start" TIMESTAMPTZ(0) NOT NULL,
    "provider_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "successful" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "rate_limited" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "failed_tries" BIGINT NOT NULL,
    "rate_limited_tries" BIGINT NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" BIGINT NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "latency" INTEGER[],
    "ttft" INTEGER[],
    "throughput" INTEGER[],

    CONSTRAINT "traffic_rollups_pkey" PRIMARY KEY ("grain","cut","start","provider_id","model_id")
);

-- Below: what Prisma's schema language cannot say.

-- Rollups of the present hour, day and week change once a minute, older ones never.
ALTER TABLE "traffic_rollups" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- A histogram is counts by place: the first counts values below 2^(1/8), each further place values up to 2^(1/8) times
-- larger, so that any percentile is known to within a twentieth of its value. It ends with its last count; one without
-- values is '{}'. Two are added up by place. Latencies are milliseconds, throughputs sixteenths of a token a second.
CREATE OR REPLACE FUNCTION usage_histogram_place(value double precision) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 1 + least(floor(ln(greatest(value, 1)) * 11.541560327111708 + 1e-9), 239)::integer
$$;

CREATE OR REPLACE FUNCTION usage_histogram(places integer[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  counts integer[];
  place integer;
BEGIN
  IF places IS NULL THEN RETURN '{}'; END IF;
  counts := array_fill(0, ARRAY[(SELECT max(one) FROM unnest(places) AS one)]);
  FOREACH place IN ARRAY places LOOP
    counts[place] := counts[place] + 1;
  END LOOP;
  RETURN counts;
END $$;

CREATE OR REPLACE FUNCTION usage_histogram_add(a integer[], b integer[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF cardinality(a) < cardinality(b) THEN RETURN usage_histogram_add(b, a); END IF;
  FOR place IN 1..cardinality(b) LOOP
    IF b[place] <> 0 THEN a[place] := a[place] + b[place]; END IF;
  END LOOP;
  RETURN a;
END $$;

CREATE AGGREGATE usage_histogram_sum(integer[]) (
  SFUNC = usage_histogram_add, STYPE = integer[], INITCOND = '{}', COMBINEFUNC = usage_histogram_add, PARALLEL = SAFE
);

-- Places were twice as wide: what each counted goes to the second of the two that took its room.
CREATE FUNCTION pg_temp.narrowed(wide integer[]) RETURNS integer[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(CASE WHEN place % 2 = 0 THEN wide[place / 2] ELSE 0 END ORDER BY place), '{}')
    FROM generate_series(1, 2 * (SELECT max(one) FROM generate_subscripts(wide, 1) AS one WHERE wide[one] > 0)) AS place
$$;
UPDATE "traffic_tallies" SET latency = pg_temp.narrowed(latency), ttft = pg_temp.narrowed(ttft), throughput = pg_temp.narrowed(throughput);

-- usage_fold_traffic: moves at most p_limit tallies of minutes before p_before into the rollups, and says how many it
-- moved. In one statement, so that whoever adds up tallies and rollups sees every request once. Tallies that a settlement
-- is just adding to are left for the next time.
CREATE FUNCTION usage_fold_traffic(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE sql AS $$
  WITH ripe AS (
    SELECT minute, provider_id, model_id, slot FROM traffic_tallies WHERE minute < p_before
     ORDER BY 1, 2, 3, 4 LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM traffic_tallies AS t USING ripe
     WHERE t.minute = ripe.minute AND t.provider_id = ripe.provider_id AND t.model_id = ripe.model_id AND t.slot = ripe.slot
    RETURNING t.*
  ), folded AS (
    INSERT INTO traffic_rollups AS r (grain, cut, start, provider_id, model_id, modality, requests, successful, failed, rate_limited,
      refused, failed_tries, rate_limited_tries, prompt_tokens, completion_tokens, images, video_millis, latency, ttft, throughput)
    SELECT g.grain, c.cut, date_bin(g.width, t.minute, 'epoch'), t.provider_id, CASE WHEN c.has_model THEN t.model_id ELSE '' END,
      max(CASE WHEN c.has_model THEN t.modality ELSE '' END), sum(t.requests), sum(t.successful), sum(t.failed), sum(t.rate_limited),
      sum(t.refused), sum(t.failed_tries), sum(t.rate_limited_tries), sum(t.prompt_tokens), sum(t.completion_tokens), sum(t.images),
      sum(t.video_millis), usage_histogram_sum(t.latency), usage_histogram_sum(t.ttft), usage_histogram_sum(t.throughput)
    FROM taken AS t
    CROSS JOIN (VALUES ('five_minutes', interval '5 minutes'), ('hour', interval '1 hour'), ('day', interval '1 day'),
      ('week', interval '7 days')) AS g (grain, width)
    CROSS JOIN (VALUES ('provider', false), ('route', true)) AS c (cut, has_model)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (grain, cut, start, provider_id, model_id) DO UPDATE SET
      requests = r.requests + excluded.requests,
      successful = r.successful + excluded.successful,
      failed = r.failed + excluded.failed,
      rate_limited = r.rate_limited + excluded.rate_limited,
      refused = r.refused + excluded.refused,
      failed_tries = r.failed_tries + excluded.failed_tries,
      rate_limited_tries = r.rate_limited_tries + excluded.rate_limited_tries,
      prompt_tokens = r.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = r.completion_tokens + excluded.completion_tokens,
      images = r.images + excluded.images,
      video_millis = r.video_millis + excluded.video_millis,
      latency = usage_histogram_add(r.latency, excluded.latency),
      ttft = usage_histogram_add(r.ttft, excluded.ttft),
      throughput = usage_histogram_add(r.throughput, excluded.throughput)
  )
  SELECT count(*)::integer FROM taken
$$;
