-- The demo account's customer, and failed sign-ins counted against guessing.
ALTER TABLE "customers" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;

-- At most one demo customer, whoever starts at the same time.
CREATE UNIQUE INDEX "customers_demo_key" ON "customers"("is_demo") WHERE "is_demo";

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "subject" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "window_ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "sign_in_failures_window_ends_at_idx" ON "sign_in_failures"("window_ends_at");
