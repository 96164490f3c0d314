-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "image_quality" TEXT;
