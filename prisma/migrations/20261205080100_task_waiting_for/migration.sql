ALTER TABLE "image_tasks" ADD COLUMN "waiting_for" JSONB;
ALTER TABLE "video_tasks" ADD COLUMN "waiting_for" JSONB;
