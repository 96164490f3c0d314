ALTER TABLE "benchmark_runs" ADD COLUMN "owns_key" BOOLEAN NOT NULL DEFAULT true;
