-- CreateTable
CREATE TABLE "payment_events_read" (
    "gateway" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_events_read_pkey" PRIMARY KEY ("gateway")
);
