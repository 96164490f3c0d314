ALTER TABLE "api_keys" ADD COLUMN "rate_limit_tpm" INTEGER,
  ADD COLUMN "max_concurrency" INTEGER,
  ADD COLUMN "networks" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "customers" ADD COLUMN "rate_limit_tpm" INTEGER,
  ADD COLUMN "max_concurrency" INTEGER;
ALTER TABLE "models" ADD COLUMN "rate_limit_tpm" INTEGER,
  ADD COLUMN "max_concurrency" INTEGER;
