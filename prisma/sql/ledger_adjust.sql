-- ledger_adjust: an operator's credit (p_amount > 0) or debit (p_amount < 0), booked once per key.
-- Locks the balance and decides under the lock: a debit is limited to the available balance, so that open holds stay covered
-- whatever runs at the same time.
-- outcome: 'booked' | 'repeated' (the same adjustment was booked before) | 'conflict' (the key was used for another one) |
-- 'short' (the debit exceeds `available`).
CREATE OR REPLACE FUNCTION ledger_adjust(p_key text, p_customer text, p_amount bigint)
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
    INSERT INTO ledger_entries (customer_id, key, kind, debit_account, credit_account, amount_nanos)
      VALUES (p_customer, p_key, 'adjustment', CASE WHEN p_amount > 0 THEN 'system:adjustments' ELSE p_customer END,
              CASE WHEN p_amount > 0 THEN p_customer ELSE 'system:adjustments' END, abs(p_amount))
      ON CONFLICT DO NOTHING;
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
