-- Columns that are not written any more.
ALTER TABLE "benchmark_runs" ALTER COLUMN "concurrency" SET DEFAULT 4;
ALTER TABLE "benchmark_results" ALTER COLUMN "latency_ms" SET DEFAULT 0;
