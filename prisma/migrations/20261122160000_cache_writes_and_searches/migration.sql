-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "cache_write_hour_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cache_write_tokens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "web_searches" INTEGER NOT NULL DEFAULT 0;
