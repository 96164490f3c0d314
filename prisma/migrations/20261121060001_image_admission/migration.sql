-- A customer's tasks enter the queue a few at a time; the others wait in their rows.
DROP INDEX "image_tasks_open_idx";
DROP INDEX "image_tasks_processing_idx";

-- AlterTable
ALTER TABLE "image_tasks" DROP COLUMN "turn",
ADD COLUMN "admitted_at" TIMESTAMPTZ(3);

-- Tasks under way were put into the queue when they were created.
UPDATE "image_tasks" SET "admitted_at" = "created_at";

CREATE INDEX "image_tasks_waiting_idx" ON "image_tasks" ("customer_id", "created_at", "id") WHERE "status" = 'queued' AND "admitted_at" IS NULL;
CREATE INDEX "image_tasks_admitted_idx" ON "image_tasks" ("customer_id") WHERE "status" IN ('queued', 'processing') AND "admitted_at" IS NOT NULL;
CREATE INDEX "image_tasks_processing_idx" ON "image_tasks" ("started_at") WHERE "status" = 'processing';
