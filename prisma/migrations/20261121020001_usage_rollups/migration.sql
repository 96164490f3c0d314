-- CreateTable
CREATE TABLE "usage_rollups" (
    "customer_id" TEXT NOT NULL,
    "quarter" TIMESTAMPTZ(0) NOT NULL,
    "model_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "cost_nanos" BIGINT NOT NULL,
    "latency_millis" BIGINT NOT NULL,

    CONSTRAINT "usage_rollups_pkey" PRIMARY KEY ("customer_id","quarter","model_id","api_key_id","provider_id","modality")
);

-- CreateTable
CREATE TABLE "traffic_rollups" (
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "provider_id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "successful" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "rate_limited" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "failed_tries" INTEGER NOT NULL,
    "rate_limited_tries" INTEGER NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "latency" INTEGER[],
    "ttft" INTEGER[],
    "throughput" INTEGER[],

    CONSTRAINT "traffic_rollups_pkey" PRIMARY KEY ("hour","provider_id","model_id","slot")
);

-- Below: what Prisma's schema language cannot say.

-- The rows of the present quarter and hour change with every settlement, those of the past never: room on each page
-- keeps the updates in place (HOT).
ALTER TABLE "usage_rollups" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
ALTER TABLE "traffic_rollups" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- A histogram is 96 counts. Place 1 counts values below 2^(1/4), each further place values up to 2^(1/4) times larger,
-- the last everything above; so any percentile is known to within a fifth of its value, and two are added up by place.
-- Latencies are milliseconds, throughputs sixteenths of a token a second. One without values is '{}'.
CREATE FUNCTION usage_histogram_place(value double precision) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 1 + least(floor(ln(greatest(value, 1)) * 5.770780163555854 + 1e-9), 95)::integer
$$;

CREATE FUNCTION usage_histogram(places integer[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  counts integer[] := array_fill(0, ARRAY[96]);
  place integer;
BEGIN
  IF places IS NULL THEN RETURN '{}'; END IF;
  FOREACH place IN ARRAY places LOOP
    counts[place] := counts[place] + 1;
  END LOOP;
  RETURN counts;
END $$;

CREATE FUNCTION usage_histogram_add(a integer[], b integer[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF b = '{}' THEN RETURN a; END IF;
  IF a = '{}' THEN RETURN b; END IF;
  FOR place IN 1..96 LOOP
    IF b[place] <> 0 THEN a[place] := a[place] + b[place]; END IF;
  END LOOP;
  RETURN a;
END $$;

-- What was used before there were rollups.
INSERT INTO usage_rollups (customer_id, quarter, model_id, api_key_id, provider_id, modality, requests, failed,
    prompt_tokens, cached_tokens, completion_tokens, images, video_millis, cost_nanos, latency_millis)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), provider_id, modality,
    count(*), count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens),
    sum(images), sum(video_millis), sum(cost_nanos), coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0)
  FROM usage_records GROUP BY 1, 2, 3, 4, 5, 6;
