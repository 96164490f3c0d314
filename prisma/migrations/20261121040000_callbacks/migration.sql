-- CreateTable
CREATE TABLE "callback_settings" (
    "customer_id" TEXT NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "sealed_previous_secret" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "alert_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_settings_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "callback_deliveries" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "event_key" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "task_id" TEXT,
    "url" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "attempts_before" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "callback_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_millis" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB,
    "response_head" TEXT,

    CONSTRAINT "callback_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE INDEX "callback_deliveries_customer_id_id_idx" ON "callback_deliveries"("customer_id", "id" DESC);

-- CreateIndex
CREATE INDEX "callback_deliveries_customer_id_status_id_idx" ON "callback_deliveries"("customer_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "callback_deliveries_customer_id_task_id_idx" ON "callback_deliveries"("customer_id", "task_id");

-- CreateIndex
CREATE UNIQUE INDEX "callback_deliveries_customer_id_event_key_key" ON "callback_deliveries"("customer_id", "event_key");

-- AddForeignKey
ALTER TABLE "callback_attempts" ADD CONSTRAINT "callback_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "callback_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Below: what Prisma's schema language cannot say.

ALTER TABLE "callback_deliveries"
  ADD CONSTRAINT "callback_deliveries_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed')),
  ADD CONSTRAINT "callback_deliveries_ended_check" CHECK (("status" = 'pending') = ("ended_at" IS NULL) AND ("status" = 'pending') = ("next_attempt_at" IS NOT NULL));
-- For the sweep that finds pending deliveries which no job serves any more, and for the one that forgets old ones.
CREATE INDEX "callback_deliveries_pending_idx" ON "callback_deliveries"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "callback_deliveries_ended_idx" ON "callback_deliveries"("ended_at") WHERE "status" <> 'pending';
