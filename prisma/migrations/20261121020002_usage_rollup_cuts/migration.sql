-- Rollups are made anew, by day as well and in four cuts, from the usage rows.

-- DropTable
DROP TABLE "usage_rollups";

-- CreateTable
CREATE TABLE "usage_rollups" (
    "customer_id" TEXT NOT NULL,
    "grain" TEXT NOT NULL,
    "cut" TEXT NOT NULL,
    "start" TIMESTAMPTZ(0) NOT NULL,
    "model_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
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

    CONSTRAINT "usage_rollups_pkey" PRIMARY KEY ("customer_id","grain","cut","start","model_id","api_key_id")
);

-- Below: what Prisma's schema language cannot say.

-- The rows of the present quarter and day change with every settlement, those of the past never: room on each page keeps
-- the updates in place (HOT).
ALTER TABLE "usage_rollups" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

INSERT INTO usage_rollups (customer_id, grain, cut, start, model_id, api_key_id, modality, requests, failed,
    prompt_tokens, cached_tokens, completion_tokens, images, video_millis, cost_nanos, latency_millis)
  SELECT u.customer_id, g.grain, c.cut, CASE g.grain WHEN 'day' THEN date_bin('1 day', u.quarter, 'epoch') ELSE u.quarter END,
    CASE WHEN c.has_model THEN u.model_id ELSE '' END, CASE WHEN c.has_key THEN u.api_key_id ELSE '' END,
    max(CASE WHEN c.has_model THEN u.modality ELSE '' END), sum(u.requests), sum(u.failed), sum(u.prompt_tokens), sum(u.cached_tokens),
    sum(u.completion_tokens), sum(u.images), sum(u.video_millis), sum(u.cost_nanos), sum(u.latency_millis)
  FROM (
    SELECT customer_id, date_bin('15 minutes', created_at, 'epoch') AS quarter, model_id, coalesce(api_key_id, '') AS api_key_id,
      max(modality) AS modality, count(*) AS requests, count(*) FILTER (WHERE status = 'failed') AS failed,
      sum(prompt_tokens) AS prompt_tokens, sum(cached_tokens) AS cached_tokens, sum(completion_tokens) AS completion_tokens,
      sum(images) AS images, sum(video_millis) AS video_millis, sum(cost_nanos) AS cost_nanos,
      coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0) AS latency_millis
    FROM usage_records GROUP BY 1, 2, 3, 4
  ) AS u
  CROSS JOIN (VALUES ('quarter'), ('day')) AS g (grain)
  CROSS JOIN (VALUES ('total', false, false), ('model', true, false), ('key', false, true), ('model_key', true, true)) AS c (cut, has_model, has_key)
  GROUP BY 1, 2, 3, 4, 5, 6;
