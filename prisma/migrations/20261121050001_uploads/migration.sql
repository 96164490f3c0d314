-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "purpose" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "content_length" INTEGER NOT NULL,
    "content_md5" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "url_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "task_id" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "sweep_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "uploads_storage_key_key" ON "uploads"("storage_key");

-- CreateIndex
CREATE INDEX "uploads_task_id_idx" ON "uploads"("task_id");

-- CreateIndex
CREATE INDEX "uploads_sweep_at_idx" ON "uploads"("sweep_at");

ALTER TABLE "uploads" ADD CONSTRAINT "uploads_status_check"
  CHECK ("status" IN ('pending', 'released') OR ("status" = 'claimed' AND "task_id" IS NOT NULL AND "width" IS NOT NULL AND "height" IS NOT NULL));
