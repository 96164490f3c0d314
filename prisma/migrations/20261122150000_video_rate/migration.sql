-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "video_rate" TEXT;
