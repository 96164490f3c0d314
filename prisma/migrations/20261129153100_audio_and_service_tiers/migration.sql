-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "audio_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "service_tier" TEXT;
