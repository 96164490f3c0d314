-- AlterTable
ALTER TABLE "routes" ADD COLUMN     "operator_priority" INTEGER,
ADD COLUMN     "operator_weight" INTEGER;

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "session_generation" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT NOT NULL,
    "user_email" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_checks" (
    "id" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "findings" JSONB,

    CONSTRAINT "ledger_checks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_subject_type_subject_id_created_at_idx" ON "audit_entries"("subject_type", "subject_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_created_at_id_idx" ON "audit_entries"("created_at", "id");

-- CreateIndex
CREATE INDEX "ledger_checks_started_at_idx" ON "ledger_checks"("started_at");

-- Below: what Prisma's schema language cannot say.
ALTER TABLE "ledger_checks" ADD CONSTRAINT "ledger_checks_cause_check" CHECK ("cause" IN ('schedule', 'operator')),
  ADD CONSTRAINT "ledger_checks_status_check" CHECK ("status" IN ('running', 'passed', 'failed')),
  ADD CONSTRAINT "ledger_checks_end_check" CHECK (("status" = 'running') = ("finished_at" IS NULL));
ALTER TABLE "routes" ADD CONSTRAINT "routes_operator_check" CHECK ("operator_priority" >= 0 AND "operator_weight" >= 1);

-- ledger_adjust: an operator's credit (p_amount > 0) or debit (p_amount < 0), booked once per key.
-- The balance is locked first and judged under the lock: a debit takes only what is free, so that whatever runs at the
-- same time, neither the balance nor what is promised to work in progress goes below zero.
-- outcome: 'booked' | 'repeated' (this very adjustment was booked before) | 'conflict' (the key was used for another) |
-- 'short' (there is less that is free: `available`).
CREATE FUNCTION ledger_adjust(p_key text, p_customer text, p_amount bigint)
RETURNS TABLE (outcome text, available bigint) LANGUAGE plpgsql AS $$
DECLARE
  known ledger_entries%ROWTYPE;
BEGIN
  INSERT INTO balances (customer_id) VALUES (p_customer) ON CONFLICT (customer_id) DO NOTHING;
  SELECT b.balance_nanos - b.held_nanos INTO available FROM balances b WHERE b.customer_id = p_customer FOR UPDATE;
  SELECT * INTO known FROM ledger_entries WHERE key = p_key;
  IF NOT FOUND THEN
    IF available + p_amount < 0 AND p_amount < 0 THEN
      outcome := 'short';
      RETURN NEXT;
      RETURN;
    END IF;
    INSERT INTO ledger_entries (key, kind, debit_account, credit_account, amount_nanos)
      VALUES (p_key, 'adjustment', CASE WHEN p_amount > 0 THEN 'system:adjustments' ELSE p_customer END,
              CASE WHEN p_amount > 0 THEN p_customer ELSE 'system:adjustments' END, abs(p_amount))
      ON CONFLICT (key) DO NOTHING;
    IF FOUND THEN
      UPDATE balances b SET balance_nanos = b.balance_nanos + p_amount, updated_at = now() WHERE b.customer_id = p_customer;
      available := available + p_amount;
      outcome := 'booked';
      RETURN NEXT;
      RETURN;
    END IF;
    SELECT * INTO known FROM ledger_entries WHERE key = p_key;
  END IF;
  outcome := CASE WHEN known.kind = 'adjustment' AND known.amount_nanos = abs(p_amount)
                   AND p_customer = CASE WHEN p_amount > 0 THEN known.credit_account ELSE known.debit_account END
                  THEN 'repeated' ELSE 'conflict' END;
  RETURN NEXT;
END $$;
