-- A histogram is one large number from now on: what it counts at a place stands in twelve decimal digits of its own, the
-- first place in the lowest. So two are added up by `+`, and any number of them by `sum`: adding arrays took the
-- database more than ten times as long. No count comes near twelve digits.

CREATE FUNCTION pg_temp.packed(counts integer[]) RETURNS numeric LANGUAGE sql AS $$
  SELECT coalesce(sum(count * ('1e' || 12 * (place - 1))::numeric), 0) FROM unnest(counts) WITH ORDINALITY AS one(count, place)
$$;

-- AlterTable
ALTER TABLE "traffic_tallies"
  ALTER COLUMN "latency" TYPE DECIMAL USING pg_temp.packed("latency"),
  ALTER COLUMN "ttft" TYPE DECIMAL USING pg_temp.packed("ttft"),
  ALTER COLUMN "throughput" TYPE DECIMAL USING pg_temp.packed("throughput");
ALTER TABLE "traffic_rollups"
  ALTER COLUMN "latency" TYPE DECIMAL USING pg_temp.packed("latency"),
  ALTER COLUMN "ttft" TYPE DECIMAL USING pg_temp.packed("ttft"),
  ALTER COLUMN "throughput" TYPE DECIMAL USING pg_temp.packed("throughput");
ALTER TABLE "traffic_tallies"
  ALTER COLUMN "latency" SET NOT NULL, ALTER COLUMN "latency" SET DEFAULT 0,
  ALTER COLUMN "ttft" SET NOT NULL, ALTER COLUMN "ttft" SET DEFAULT 0,
  ALTER COLUMN "throughput" SET NOT NULL, ALTER COLUMN "throughput" SET DEFAULT 0;
ALTER TABLE "traffic_rollups"
  ALTER COLUMN "latency" SET NOT NULL, ALTER COLUMN "latency" SET DEFAULT 0,
  ALTER COLUMN "ttft" SET NOT NULL, ALTER COLUMN "ttft" SET DEFAULT 0,
  ALTER COLUMN "throughput" SET NOT NULL, ALTER COLUMN "throughput" SET DEFAULT 0;

-- Below: what Prisma's schema language cannot say.

-- A row has about two kilobytes; nothing is won by packing it.
ALTER TABLE "traffic_tallies" SET (toast_tuple_target = 4080);
ALTER TABLE "traffic_rollups" SET (toast_tuple_target = 4080);

DROP AGGREGATE usage_histogram_sum(integer[]);
DROP FUNCTION usage_histogram_add(integer[], integer[]);
DROP FUNCTION usage_histogram(integer[]);

-- The histogram of one value; see `usage_histogram_place`.
CREATE FUNCTION usage_histogram(value double precision) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('1e' || 12 * (usage_histogram_place(value) - 1))::numeric
$$;

-- As before, with sums of numbers.
CREATE OR REPLACE FUNCTION usage_fold_traffic(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE sql AS $$
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
      sum(t.video_millis), sum(t.latency), sum(t.ttft), sum(t.throughput)
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
      latency = r.latency + excluded.latency,
      ttft = r.ttft + excluded.ttft,
      throughput = r.throughput + excluded.throughput
  )
  SELECT count(*)::integer FROM taken
$$;
