-- CreateTable
CREATE TABLE "objects" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "file_name" TEXT,
    "needs_signature" BOOLEAN NOT NULL,
    "size_bytes" BIGINT,
    "sha256" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sweep_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "objects_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "objects_storage_key_key" ON "objects"("storage_key");

-- CreateIndex
CREATE INDEX "objects_customer_id_created_at_idx" ON "objects"("customer_id", "created_at");

-- CreateIndex
CREATE INDEX "objects_sweep_at_idx" ON "objects"("sweep_at");

-- What is stored has a size and a checksum; nothing is in a state that the code does not know.
ALTER TABLE "objects" ADD CONSTRAINT "objects_status_check"
  CHECK ("status" IN ('storing', 'deleting') OR ("status" = 'stored' AND "size_bytes" IS NOT NULL AND "sha256" IS NOT NULL));
