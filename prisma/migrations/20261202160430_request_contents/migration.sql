ALTER TABLE "api_keys" ADD COLUMN "contents_until" TIMESTAMPTZ(3),
ADD COLUMN "contents_bytes" BIGINT NOT NULL DEFAULT 0;

CREATE TABLE "request_contents" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "task_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "request_contents_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "request_contents_api_key_id_idx" ON "request_contents"("api_key_id");

CREATE INDEX "request_contents_customer_id_task_id_idx" ON "request_contents"("customer_id", "task_id");

ALTER TABLE "request_contents" ADD CONSTRAINT "request_contents_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
