ALTER TABLE "usage_records" ADD COLUMN "trace_id" TEXT;

-- What was settled and is still to be exported, once for each way out.
CREATE TABLE "usage_outbox" (
    "target" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "settled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "batch" TEXT,

    CONSTRAINT "usage_outbox_pkey" PRIMARY KEY ("target", "customer_id", "created_at", "id")
);

CREATE INDEX "usage_outbox_target_batch_settled_at_idx" ON "usage_outbox"("target", "batch", "settled_at");
