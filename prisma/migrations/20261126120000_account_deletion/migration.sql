-- A customer whose account was deleted keeps its row, for the ledger and the orders; what else it left is erased by a job.
ALTER TABLE "customers" ADD COLUMN "deleted_at" TIMESTAMPTZ(3), ADD COLUMN "erase_at" TIMESTAMPTZ(3);

CREATE INDEX "customers_erase_at" ON "customers" ("erase_at") WHERE "erase_at" IS NOT NULL;
