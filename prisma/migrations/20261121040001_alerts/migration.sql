-- CreateTable
CREATE TABLE "alert_settings" (
    "customer_id" TEXT NOT NULL,
    "low_balance" BOOLEAN NOT NULL DEFAULT true,
    "threshold_nanos" BIGINT NOT NULL DEFAULT 5000000000,
    "key_limits" BOOLEAN NOT NULL DEFAULT true,
    "email" BOOLEAN NOT NULL DEFAULT true,
    "email_address" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_settings_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "emailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "low_balances" (
    "customer_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "low_balances_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "alert_watermarks" (
    "name" TEXT NOT NULL,
    "seen_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_watermarks_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "alerts_customer_id_created_at_idx" ON "alerts"("customer_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_customer_id_event_subject_key" ON "alerts"("customer_id", "event", "subject");
