-- ledger_resize: an open hold becomes p_amount: a larger one as far as free money and the key's limit reach, and never less than
-- it was; a smaller one gives the rest back. Returns what it holds afterwards; null: it is not there any more.
-- p_limit is the key's, where it has one. What a key may spend in a period that is over is not known any more: nothing is added then.
-- Rows are locked in the order in which a settlement does.
CREATE OR REPLACE FUNCTION ledger_resize(p_id text, p_amount bigint, p_limit bigint) RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  h holds%ROWTYPE;
  b balances%ROWTYPE;
  k key_spend%ROWTYPE;
  added bigint;
BEGIN
  SELECT * INTO h FROM holds WHERE id = p_id FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO b FROM balances WHERE customer_id = h.customer_id FOR UPDATE;
  added := least(p_amount - h.amount_nanos, greatest(coalesce(b.balance_nanos - b.held_nanos, 0), 0));
  IF h.limited THEN
    SELECT * INTO k FROM key_spend WHERE api_key_id = h.api_key_id FOR UPDATE;
    added := least(added, CASE WHEN k.period_start IS NOT DISTINCT FROM h.period_start
                               THEN greatest(p_limit - k.period_nanos - k.held_nanos, 0) ELSE 0 END);
    UPDATE key_spend SET held_nanos = held_nanos + added WHERE api_key_id = h.api_key_id;
  END IF;
  UPDATE balances SET held_nanos = held_nanos + added, updated_at = now() WHERE customer_id = h.customer_id;
  UPDATE holds SET amount_nanos = amount_nanos + added WHERE id = p_id;
  RETURN h.amount_nanos + added;
END $$;
