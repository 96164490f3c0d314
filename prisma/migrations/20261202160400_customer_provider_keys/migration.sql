CREATE TABLE "customer_provider_keys" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "allow_fallback" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3),

    CONSTRAINT "customer_provider_keys_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "customer_provider_keys_customer_id_idx" ON "customer_provider_keys"("customer_id");

ALTER TABLE "usage_records" ADD COLUMN "own_key" BOOLEAN NOT NULL DEFAULT false;
