CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB,
    "sealed" BYTEA,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "operator_conditions" (
    "event" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "alert_id" TEXT,

    CONSTRAINT "operator_conditions_pkey" PRIMARY KEY ("event","subject")
);
