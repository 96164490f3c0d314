-- Settled usage, as USAGE_EXPORT_CLICKHOUSE writes it: `clickhouse-client --multiquery < usage.sql` before you set that. Rows with the
-- same id are merged to one; until then `FINAL` reads each once. Later versions may add columns: CHANGELOG.md says so, unknown fields are
-- skipped, and running this file again adds them.
CREATE TABLE IF NOT EXISTS portico_usage (
  id String,
  settled_at DateTime64(3, 'UTC'),
  created_at DateTime64(3, 'UTC'),
  customer_id String,
  member_id Nullable(String),
  project_id Nullable(String),
  api_key_id Nullable(String),
  api_key_name Nullable(String),
  model_id LowCardinality(String),
  model_name LowCardinality(String),
  provider_id LowCardinality(String),
  modality LowCardinality(String),
  status LowCardinality(String),
  prompt_tokens UInt64,
  cached_tokens UInt64,
  completion_tokens UInt64,
  reasoning_tokens UInt64,
  images UInt32,
  video_seconds Float64,
  audio_seconds Float64,
  characters UInt64,
  web_searches UInt32,
  cost Decimal(18, 9),
  own_key Bool,
  price_id Nullable(String),
  finish_reason LowCardinality(Nullable(String)),
  error_code LowCardinality(Nullable(String)),
  latency_ms UInt32,
  ttft_ms Nullable(UInt32),
  task_id Nullable(String),
  trace_id Nullable(String),
  end_user Nullable(String),
  tags Map(String, String),
  -- What bills are made of, and attempts as JSON.
  cache_write_tokens UInt64,
  cache_write_hour_tokens UInt64,
  image_input_tokens UInt64,
  audio_input_tokens UInt64,
  cached_audio_tokens UInt64,
  audio_tokens UInt64,
  image_output_tokens UInt64,
  service_tier LowCardinality(Nullable(String)),
  image_quality LowCardinality(Nullable(String)),
  video_rate LowCardinality(Nullable(String)),
  price_factor Nullable(Float64),
  usage_source LowCardinality(String),
  upstream_cost Decimal(18, 9),
  attempts String
) ENGINE = ReplacingMergeTree(settled_at)
PARTITION BY toYYYYMM(created_at)
ORDER BY (customer_id, created_at, id);

-- For a table of an earlier version.
ALTER TABLE portico_usage
  ADD COLUMN IF NOT EXISTS cache_write_tokens UInt64,
  ADD COLUMN IF NOT EXISTS cache_write_hour_tokens UInt64,
  ADD COLUMN IF NOT EXISTS image_input_tokens UInt64,
  ADD COLUMN IF NOT EXISTS audio_input_tokens UInt64,
  ADD COLUMN IF NOT EXISTS cached_audio_tokens UInt64,
  ADD COLUMN IF NOT EXISTS audio_tokens UInt64,
  ADD COLUMN IF NOT EXISTS image_output_tokens UInt64,
  ADD COLUMN IF NOT EXISTS service_tier LowCardinality(Nullable(String)),
  ADD COLUMN IF NOT EXISTS image_quality LowCardinality(Nullable(String)),
  ADD COLUMN IF NOT EXISTS video_rate LowCardinality(Nullable(String)),
  ADD COLUMN IF NOT EXISTS price_factor Nullable(Float64),
  ADD COLUMN IF NOT EXISTS usage_source LowCardinality(String),
  ADD COLUMN IF NOT EXISTS upstream_cost Decimal(18, 9),
  ADD COLUMN IF NOT EXISTS attempts String;

-- Cost, requests and 95th percentile of latency by day and model:
--   SELECT toDate(created_at) AS day, model_id, sum(cost), count(), quantile(0.95)(latency_ms)
--     FROM portico_usage FINAL WHERE created_at >= now() - INTERVAL 30 DAY GROUP BY day, model_id ORDER BY day, sum(cost) DESC;
