-- CreateTable
CREATE TABLE "benchmark_runs" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "suites" JSONB NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "max_tokens" INTEGER,
    "max_cost_nanos" BIGINT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "sealed_key" BYTEA,
    "take" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "benchmark_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "benchmark_results" (
    "run_id" TEXT NOT NULL,
    "suite_id" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "answer" TEXT,
    "request_id" TEXT,
    "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
    "completion_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_nanos" BIGINT NOT NULL DEFAULT 0,
    "latency_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benchmark_results_pkey" PRIMARY KEY ("run_id","suite_id","item_id")
);

-- CreateTable
CREATE TABLE "benchmark_scores" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "metric" TEXT NOT NULL,
    "score" DOUBLE PRECISION NOT NULL,
    "samples" INTEGER,
    "low" DOUBLE PRECISION,
    "high" DOUBLE PRECISION,
    "source" TEXT NOT NULL,
    "source_url" TEXT,
    "licence" TEXT,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "is_ranked" BOOLEAN NOT NULL DEFAULT true,
    "run_id" TEXT,
    "cost_nanos" BIGINT,
    "latency_p50_ms" INTEGER,
    "providers" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benchmark_scores_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "benchmark_runs_created_at_id_idx" ON "benchmark_runs"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "benchmark_scores_category_model_id_as_of_idx" ON "benchmark_scores"("category", "model_id", "as_of" DESC);

-- AddForeignKey
ALTER TABLE "benchmark_results" ADD CONSTRAINT "benchmark_results_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "benchmark_scores" ADD CONSTRAINT "benchmark_scores_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "benchmark_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what Prisma's schema language cannot say.

ALTER TABLE "benchmark_runs"
  ADD CONSTRAINT "benchmark_runs_status_check" CHECK ("status" IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
  ADD CONSTRAINT "benchmark_runs_finished_check" CHECK (("status" IN ('queued', 'running')) = ("finished_at" IS NULL));
ALTER TABLE "benchmark_results"
  ADD CONSTRAINT "benchmark_results_outcome_check" CHECK ("outcome" IN ('passed', 'failed', 'unanswered'));
-- A run that ends twice has one figure of each category; a file that is imported twice too.
CREATE UNIQUE INDEX "benchmark_scores_measured_key" ON "benchmark_scores"("run_id", "category") WHERE "run_id" IS NOT NULL;
CREATE UNIQUE INDEX "benchmark_scores_imported_key" ON "benchmark_scores"("category", "source", "model_id") WHERE "run_id" IS NULL;
-- For the sweep that finds runs which nobody works on.
CREATE INDEX "benchmark_runs_open_idx" ON "benchmark_runs"("created_at") WHERE "finished_at" IS NULL;
