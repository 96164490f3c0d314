-- CreateTable
CREATE TABLE "image_tasks" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "prompt" TEXT,
    "settings" JSONB NOT NULL,
    "routes" JSONB NOT NULL,
    "source_upload_id" TEXT,
    "mask_upload_id" TEXT,
    "idempotency_key" TEXT,
    "turn" INTEGER NOT NULL,
    "run" INTEGER NOT NULL DEFAULT 0,
    "meter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "made" JSONB,
    "cost_nanos" BIGINT,
    "error" JSONB,
    "settlement" JSONB,
    "settled_at" TIMESTAMPTZ(3),
    "claim_token" TEXT,
    "claim_until" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "image_tasks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "image_outputs" (
    "task_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "revised_prompt" TEXT,
    "object_id" TEXT,
    "object_expires_at" TIMESTAMPTZ(3),
    "body" BYTEA,

    CONSTRAINT "image_outputs_pkey" PRIMARY KEY ("task_id","position")
);

-- CreateIndex
CREATE INDEX "image_tasks_customer_id_created_at_id_idx" ON "image_tasks"("customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "image_tasks_customer_id_expires_at_idx" ON "image_tasks"("customer_id", "expires_at");

-- CreateIndex
CREATE INDEX "image_tasks_created_at_idx" ON "image_tasks"("created_at");

-- AddForeignKey
ALTER TABLE "image_outputs" ADD CONSTRAINT "image_outputs_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "image_tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A picture that waits for the object store is kept as it is: it does not compress, and is read in slices.
ALTER TABLE "image_outputs" ALTER COLUMN "body" SET STORAGE EXTERNAL;

-- Nothing is in a state that the code does not know, and nothing ends without saying how its money ends.
ALTER TABLE "image_tasks" ADD CONSTRAINT "image_tasks_status_check" CHECK (
  ("status" IN ('queued', 'processing') AND "finished_at" IS NULL)
  OR ("status" IN ('completed', 'failed', 'cancelled') AND "finished_at" IS NOT NULL AND "expires_at" IS NOT NULL AND "settlement" IS NOT NULL));

-- The next turn between customers: the latest one of a customer's open tasks, and of all that are being drawn.
CREATE INDEX "image_tasks_open_idx" ON "image_tasks" ("customer_id", "turn") WHERE "status" IN ('queued', 'processing');
CREATE INDEX "image_tasks_processing_idx" ON "image_tasks" ("turn") WHERE "status" = 'processing';

-- What a crash left between a task's end and the end of its meter.
CREATE INDEX "image_tasks_unsettled_idx" ON "image_tasks" ("finished_at") WHERE "settlement" IS NOT NULL AND "settled_at" IS NULL;

CREATE INDEX "image_tasks_idempotency_idx" ON "image_tasks" ("customer_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;

-- Pictures that are kept here because the object store could not take them.
CREATE INDEX "image_outputs_body_idx" ON "image_outputs" ("task_id") WHERE "body" IS NOT NULL;
