-- CreateTable
CREATE TABLE "provider_probes" (
    "provider_id" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "failures_in_a_row" INTEGER NOT NULL,
    "fault" TEXT,

    CONSTRAINT "provider_probes_pkey" PRIMARY KEY ("provider_id")
);
