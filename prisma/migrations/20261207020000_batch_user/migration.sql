ALTER TABLE "batches" ADD COLUMN "user_id" TEXT;
