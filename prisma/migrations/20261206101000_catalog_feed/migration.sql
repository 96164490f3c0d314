-- AlterTable
ALTER TABLE "routes" ADD COLUMN "ends_on" TEXT;

-- CreateTable
CREATE TABLE "listed_models" (
    "provider_id" TEXT NOT NULL,
    "upstream_id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listed_models_pkey" PRIMARY KEY ("provider_id","upstream_id")
);
