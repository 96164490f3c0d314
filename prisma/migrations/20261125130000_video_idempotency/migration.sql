-- A retry after a crash finds the task that its Idempotency-Key has made.
ALTER TABLE "video_tasks" ADD COLUMN     "idempotency_key" TEXT;

CREATE INDEX "video_tasks_idempotency_idx" ON "video_tasks" ("customer_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
