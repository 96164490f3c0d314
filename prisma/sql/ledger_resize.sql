-- ledger_resize: changes an open hold to p_amount. It grows only as far as the available balance, the key's limit (p_limit, null
-- for none) and the hold's budgets allow; when it shrinks, the rest becomes available. Returns its amount afterwards; null: the hold has ended.
-- Does not grow a hold whose limit period is over, since that period's remaining limit is no longer known.
-- Locks rows in the same order as a settlement.
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
  PERFORM FROM key_spend WHERE api_key_id IN (SELECT x.id FROM jsonb_to_recordset(h.budgets) AS x(id text)) ORDER BY api_key_id FOR UPDATE;
  added := least(p_amount - h.amount_nanos, greatest(coalesce(b.balance_nanos - b.held_nanos, 0), 0));
  added := least(added, (
    SELECT min(CASE WHEN s.period_start IS NOT DISTINCT FROM x.period THEN greatest(x."limit" - s.period_nanos - s.held_nanos, 0) ELSE 0 END)
      FROM jsonb_to_recordset(h.budgets) AS x(id text, "limit" bigint, period timestamptz) JOIN key_spend s ON s.api_key_id = x.id));
  IF h.limited THEN
    SELECT * INTO k FROM key_spend WHERE api_key_id = h.api_key_id FOR UPDATE;
    added := least(added, CASE WHEN k.period_start IS NOT DISTINCT FROM h.period_start
                               THEN greatest(p_limit - k.period_nanos - k.held_nanos, 0) ELSE 0 END);
    UPDATE key_spend SET held_nanos = held_nanos + added WHERE api_key_id = h.api_key_id;
  END IF;
  UPDATE key_spend SET held_nanos = held_nanos + added WHERE api_key_id IN (SELECT x.id FROM jsonb_to_recordset(h.budgets) AS x(id text));
  UPDATE balances SET held_nanos = held_nanos + added, updated_at = now() WHERE customer_id = h.customer_id;
  UPDATE holds SET amount_nanos = amount_nanos + added WHERE id = p_id;
  RETURN h.amount_nanos + added;
END $$;
