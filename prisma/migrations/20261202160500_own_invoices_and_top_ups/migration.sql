ALTER TABLE "orders" ADD COLUMN "is_automatic" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "orders" ADD COLUMN "payment_method_id" TEXT;
ALTER TABLE "orders" ADD COLUMN "buyer_details" JSONB;

-- One at a time: what two workers see at once, only one of them makes.
CREATE UNIQUE INDEX "orders_automatic_open_idx" ON "orders"("customer_id")
  WHERE "is_automatic" AND "status" IN ('pending', 'processing');

CREATE TABLE "invoice_counters" (
    "gateway" TEXT NOT NULL,
    "last_number" INTEGER NOT NULL,

    CONSTRAINT "invoice_counters_pkey" PRIMARY KEY ("gateway")
);

CREATE TABLE "billing_details" (
    "customer_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "billing_details_pkey" PRIMARY KEY ("customer_id")
);

CREATE TABLE "auto_top_ups" (
    "customer_id" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "threshold_nanos" BIGINT NOT NULL DEFAULT 5000000000,
    "amount_cents" INTEGER NOT NULL DEFAULT 2500,
    "monthly_limit_cents" INTEGER NOT NULL DEFAULT 10000,
    "stripe_customer_id" TEXT,
    "payment_method_id" TEXT,
    "card" JSONB,
    "failure" TEXT,
    "failed_order_id" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auto_top_ups_pkey" PRIMARY KEY ("customer_id")
);

CREATE INDEX "auto_top_ups_enabled_idx" ON "auto_top_ups"("customer_id") WHERE "is_enabled";
CREATE INDEX "auto_top_ups_failed_at_idx" ON "auto_top_ups"("failed_at") WHERE "failed_at" IS NOT NULL;
