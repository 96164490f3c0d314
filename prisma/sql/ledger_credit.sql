-- ledger_credit: books one credit (p_amount > 0, from p_source) or debit (p_amount < 0, to p_source) of a customer's balance,
-- once per key. Returns true when it was new.
CREATE OR REPLACE FUNCTION ledger_credit(p_key text, p_kind text, p_customer text, p_source text, p_amount bigint, p_purchased bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO balances (customer_id) VALUES (p_customer) ON CONFLICT (customer_id) DO NOTHING;
  INSERT INTO ledger_entries (customer_id, key, kind, debit_account, credit_account, amount_nanos)
    VALUES (p_customer, p_key, p_kind, CASE WHEN p_amount > 0 THEN p_source ELSE p_customer END,
            CASE WHEN p_amount > 0 THEN p_customer ELSE p_source END, abs(p_amount))
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE balances SET balance_nanos = balance_nanos + p_amount, purchased_nanos = purchased_nanos + p_purchased, updated_at = now()
   WHERE customer_id = p_customer;
  RETURN true;
END $$;
