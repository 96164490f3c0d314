CREATE TABLE "ledger_months" (
    "month" DATE NOT NULL,
    "account" TEXT NOT NULL,
    "amount_nanos" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,

    CONSTRAINT "ledger_months_pkey" PRIMARY KEY ("month", "account")
);

-- Entries are only appended, so a few kilobytes find those of a month.
CREATE INDEX "ledger_entries_created_at_idx" ON "ledger_entries" USING brin ("created_at") WITH (autosummarize = on);
