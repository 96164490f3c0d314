-- A check says which process makes it, so that one whose process died is known to be cut off.
ALTER TABLE "ledger_checks" ADD COLUMN "instance_id" TEXT;

-- Below: what Prisma's schema language cannot say.
ALTER TABLE "ledger_checks" DROP CONSTRAINT "ledger_checks_status_check", DROP CONSTRAINT "ledger_checks_end_check",
  ADD CONSTRAINT "ledger_checks_status_check" CHECK ("status" IN ('running', 'passed', 'failed', 'interrupted')),
  ADD CONSTRAINT "ledger_checks_end_check" CHECK (("status" IN ('running', 'interrupted')) = ("finished_at" IS NULL));
