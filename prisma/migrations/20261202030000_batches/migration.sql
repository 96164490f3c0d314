-- What a request's price was multiplied by, for its bill.
ALTER TABLE "usage_records" ADD COLUMN "price_factor" DOUBLE PRECISION;

CREATE TABLE "files" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "readers" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "batches" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "endpoint" TEXT NOT NULL,
    "input_file_id" TEXT NOT NULL,
    "metadata" JSONB,
    "idempotency_key" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "turn" INTEGER NOT NULL DEFAULT 0,
    "turn_state" TEXT NOT NULL DEFAULT 'waiting',
    "next_turn_at" TIMESTAMPTZ(3) NOT NULL,
    "last_turn_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB,
    "total" INTEGER NOT NULL DEFAULT 0,
    "completed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "output_file_id" TEXT,
    "error_file_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "in_progress_at" TIMESTAMPTZ(3),
    "cancelling_at" TIMESTAMPTZ(3),
    "finalizing_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "batch_lines" (
    "batch_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "custom_id" TEXT NOT NULL,
    "byte_start" BIGINT NOT NULL,
    "byte_end" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "request_id" TEXT,
    "status_code" INTEGER,
    "body" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_lines_pkey" PRIMARY KEY ("batch_id", "line")
);

CREATE INDEX "files_customer_id_id_idx" ON "files"("customer_id", "id");
CREATE INDEX "files_expires_at_idx" ON "files"("expires_at");
CREATE INDEX "batches_customer_id_id_idx" ON "batches"("customer_id", "id");
CREATE INDEX "batches_finished_at_idx" ON "batches"("finished_at");
CREATE INDEX "batch_lines_batch_id_status_tries_line_idx" ON "batch_lines"("batch_id", "status", "tries", "line");

ALTER TABLE "batch_lines" ADD CONSTRAINT "batch_lines_batch_id_fkey"
    FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "files" ADD CONSTRAINT "files_readers_check" CHECK ("readers" >= 0);
ALTER TABLE "batches" ADD CONSTRAINT "batches_turn_state_check" CHECK ("turn_state" IN ('waiting', 'taken', 'again'));

-- As those of image and video tasks: the turns that are due, and those of one customer after the other.
CREATE INDEX "batches_due_idx" ON "batches" ("next_turn_at")
    WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');
CREATE INDEX "batches_turns_idx" ON "batches" ("customer_id", "next_turn_at", "id")
    WHERE "settled_at" IS NULL OR "status" IN ('queued', 'processing');
