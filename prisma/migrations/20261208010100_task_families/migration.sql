ALTER TABLE "image_tasks" ADD COLUMN "source_task_id" TEXT, ADD COLUMN "source_picture" INTEGER, ADD COLUMN "family_id" TEXT;
ALTER TABLE "video_tasks" ADD COLUMN "source_task_id" TEXT, ADD COLUMN "source_picture" INTEGER, ADD COLUMN "family_id" TEXT;
CREATE INDEX "image_tasks_family_idx" ON "image_tasks" ("family_id") WHERE "family_id" IS NOT NULL;
CREATE INDEX "video_tasks_family_idx" ON "video_tasks" ("family_id") WHERE "family_id" IS NOT NULL;
-- By these a source is found among the customer's own images.
CREATE INDEX "image_outputs_object_idx" ON "image_outputs" ("object_id") WHERE "object_id" IS NOT NULL;
CREATE INDEX "objects_customer_id_sha256_idx" ON "objects"("customer_id", "sha256");
