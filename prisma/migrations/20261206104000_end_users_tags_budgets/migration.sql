ALTER TABLE "api_keys" ADD COLUMN "tags" JSONB;

ALTER TABLE "batches" ADD COLUMN "marks" JSONB;

ALTER TABLE "holds" ADD COLUMN "budgets" JSONB;

ALTER TABLE "key_spend" ADD COLUMN "customer_id" TEXT,
ADD COLUMN "budget_id" TEXT,
ADD COLUMN "value" TEXT,
ADD COLUMN "period_end" TIMESTAMPTZ(3);

CREATE INDEX "key_spend_budgets" ON "key_spend"("customer_id", "budget_id") WHERE "budget_id" IS NOT NULL;

ALTER TABLE "usage_records" ADD COLUMN "end_user" TEXT,
ADD COLUMN "tags" JSONB;

CREATE TABLE "budgets" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "match" TEXT NOT NULL,
    "limit_nanos" BIGINT NOT NULL,
    "limit_reset" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "budgets_customer_id_id_idx" ON "budgets"("customer_id", "id");

CREATE TABLE "usage_marks" (
    "customer_id" TEXT NOT NULL,
    "mark" BYTEA NOT NULL,
    "grain" TEXT NOT NULL,
    "start" TIMESTAMPTZ(0) NOT NULL,
    "model_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "prompt_tokens" BIGINT NOT NULL,
    "cached_tokens" BIGINT NOT NULL,
    "completion_tokens" BIGINT NOT NULL,
    "images" INTEGER NOT NULL,
    "video_millis" BIGINT NOT NULL,
    "characters" BIGINT NOT NULL DEFAULT 0,
    "audio_millis" BIGINT NOT NULL DEFAULT 0,
    "cost_nanos" BIGINT NOT NULL,
    "upstream_cost_nanos" BIGINT NOT NULL DEFAULT 0,
    "latency_millis" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_marks_pkey" PRIMARY KEY ("customer_id","mark","grain","start","model_id","api_key_id")
);

CREATE INDEX "usage_marks_customer_id_grain_start_idx" ON "usage_marks"("customer_id", "grain", "start");

-- Rows of the current quarter hour and day are updated by every settlement.
ALTER TABLE "usage_marks" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
