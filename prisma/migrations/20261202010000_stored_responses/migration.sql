CREATE TABLE "stored_responses" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "previous_id" TEXT,
    "status" TEXT NOT NULL,
    "run" INTEGER NOT NULL DEFAULT 0,
    "sealed_input" BYTEA NOT NULL,
    "sealed_output" BYTEA NOT NULL,
    "input_bytes" INTEGER NOT NULL,
    "output_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_responses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "stored_responses_status_check"
        CHECK ("status" IN ('queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'))
);

CREATE INDEX "stored_responses_customer_id_idx" ON "stored_responses"("customer_id");
CREATE INDEX "stored_responses_expires_at_idx" ON "stored_responses"("expires_at");
-- For the sweep that ends what is made in the background and nobody works on.
CREATE INDEX "stored_responses_open_idx" ON "stored_responses"("created_at") WHERE "status" IN ('queued', 'in_progress');

-- What is sealed does not compress.
ALTER TABLE "stored_responses" ALTER COLUMN "sealed_input" SET STORAGE EXTERNAL,
    ALTER COLUMN "sealed_output" SET STORAGE EXTERNAL;
