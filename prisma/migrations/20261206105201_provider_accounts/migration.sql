CREATE TABLE "provider_accounts" (
    "provider_id" TEXT NOT NULL,
    "sealed_admin_key" BYTEA,
    "admin_key_last_four" TEXT,
    "balance_nanos" BIGINT,
    "currency" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "alert_below_nanos" BIGINT,

    CONSTRAINT "provider_accounts_pkey" PRIMARY KEY ("provider_id")
);

CREATE TABLE "provider_statements" (
    "id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "start_date" TEXT NOT NULL,
    "end_date" TEXT NOT NULL,
    "lines" JSONB,
    "rows" JSONB,
    "billed_nanos" BIGINT,
    "recorded_nanos" BIGINT,
    "differences" INTEGER,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_statements_pkey" PRIMARY KEY ("id")
);
