-- CreateTable
CREATE TABLE "orders" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "gateway" TEXT NOT NULL,
    "inner_id" INTEGER NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "credit_nanos" BIGINT NOT NULL,
    "locale" TEXT NOT NULL,
    "buyer_name" TEXT NOT NULL,
    "buyer_email" TEXT NOT NULL,
    "stripe_customer_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "failure" TEXT,
    "session_id" TEXT,
    "checkout_url" TEXT,
    "payment" TEXT NOT NULL DEFAULT 'open',
    "payment_intent_id" TEXT,
    "invoice_id" TEXT,
    "invoice_number" TEXT,
    "charged_cents" INTEGER NOT NULL DEFAULT 0,
    "tax_cents" INTEGER NOT NULL DEFAULT 0,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "dispute" TEXT,
    "disputed_cents" INTEGER NOT NULL DEFAULT 0,
    "refund_taken_nanos" BIGINT NOT NULL DEFAULT 0,
    "dispute_taken_nanos" BIGINT NOT NULL DEFAULT 0,
    "last_ticket" INTEGER NOT NULL DEFAULT 0,
    "applied_ticket" INTEGER NOT NULL DEFAULT 0,
    "next_look_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "order_id" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_customers" (
    "customer_id" TEXT NOT NULL,
    "stripe_id" TEXT NOT NULL,

    CONSTRAINT "stripe_customers_pkey" PRIMARY KEY ("customer_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "orders_session_id_key" ON "orders"("session_id");

-- CreateIndex
CREATE INDEX "orders_customer_id_created_at_id_idx" ON "orders"("customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "orders_payment_intent_id_idx" ON "orders"("payment_intent_id");

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Below: what Prisma's schema language cannot say.
ALTER TABLE "orders" ADD CONSTRAINT "orders_gateway_check" CHECK ("gateway" IN ('stripe', 'sandbox')),
  ADD CONSTRAINT "orders_status_check" CHECK ("status" IN ('pending', 'processing', 'paid', 'failed', 'cancelled', 'expired',
    'partially_refunded', 'refunded', 'disputed', 'charged_back')),
  ADD CONSTRAINT "orders_payment_check" CHECK ("payment" IN ('open', 'processing', 'expired', 'failed', 'paid')),
  ADD CONSTRAINT "orders_dispute_check" CHECK ("dispute" IN ('open', 'won', 'lost')),
  -- No more credit is taken back than was given.
  ADD CONSTRAINT "orders_taken_check" CHECK ("refund_taken_nanos" >= 0 AND "dispute_taken_nanos" >= 0
    AND "refund_taken_nanos" + "dispute_taken_nanos" <= CASE WHEN "paid_at" IS NULL THEN 0 ELSE "credit_nanos" END);
CREATE INDEX "orders_next_look_at_idx" ON "orders"("next_look_at") WHERE "next_look_at" IS NOT NULL;
