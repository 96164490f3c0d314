-- ledger_open_budgets: makes the missing key_spend rows of budgets, for ledger_hold, whose lock of the customers' balances it
-- relies on.
-- p_budgets: per item [{id, budget_id, value?, period?, until?, most}]; `most`: how many rows the customer's budgets may have.
-- A budget for each value would grow a row for every value that a caller invents. At the bound, the rows with the least spend
-- are forgotten, first those whose period is over. Values without a row count as having spent the most that a forgotten one had,
-- which the row `<budget>:` keeps: so a forgotten value gets nothing back, and the limit holds.
CREATE OR REPLACE FUNCTION ledger_open_budgets(p_customers text[], p_budgets json[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  missing record;
  rows_now bigint;
BEGIN
  FOR missing IN
    SELECT x.customer, min(b.most) AS most, count(DISTINCT b.id) AS wanted
      FROM unnest(p_customers, p_budgets) AS x(customer, budgets), json_to_recordset(x.budgets) AS b(id text, most integer)
     WHERE NOT EXISTS (SELECT FROM key_spend s WHERE s.api_key_id = b.id)
     GROUP BY 1 ORDER BY 1
  LOOP
    SELECT count(*) INTO rows_now FROM key_spend WHERE customer_id = missing.customer AND budget_id IS NOT NULL;
    IF rows_now + missing.wanted > missing.most THEN
      WITH least AS (
        SELECT api_key_id FROM key_spend WHERE customer_id = missing.customer AND budget_id IS NOT NULL AND value IS NOT NULL AND held_nanos = 0
         ORDER BY period_end <= now() DESC NULLS LAST, period_nanos, api_key_id
         LIMIT greatest(missing.most / 8, rows_now + missing.wanted - missing.most)
      ), forgotten AS (
        DELETE FROM key_spend s USING least WHERE s.api_key_id = least.api_key_id RETURNING s.*
      )
      INSERT INTO key_spend AS k (api_key_id, customer_id, budget_id, period_start, period_end, period_nanos, total_nanos)
      SELECT DISTINCT ON (budget_id) budget_id || ':', customer_id, budget_id, period_start, max(period_end), max(period_nanos), max(total_nanos)
        FROM forgotten WHERE period_end IS NULL OR period_end > now()
       GROUP BY budget_id, customer_id, period_start ORDER BY budget_id, period_start DESC NULLS LAST
      ON CONFLICT (api_key_id) DO UPDATE SET
        period_nanos = CASE WHEN k.period_start IS NOT DISTINCT FROM excluded.period_start THEN greatest(k.period_nanos, excluded.period_nanos) ELSE excluded.period_nanos END,
        total_nanos = greatest(k.total_nanos, excluded.total_nanos),
        period_start = excluded.period_start, period_end = excluded.period_end;
    END IF;
    INSERT INTO key_spend (api_key_id, customer_id, budget_id, value, period_start, period_end, period_nanos, total_nanos)
      SELECT DISTINCT ON (b.id) b.id, x.customer, b.budget_id, b.value, b.period, b.until, coalesce(f.period_nanos, 0), coalesce(f.total_nanos, 0)
        FROM unnest(p_customers, p_budgets) AS x(customer, budgets),
             json_to_recordset(x.budgets) AS b(id text, budget_id text, value text, period timestamptz, until timestamptz)
        LEFT JOIN key_spend f ON b.value IS NOT NULL AND f.api_key_id = b.budget_id || ':' AND f.period_start IS NOT DISTINCT FROM b.period
       WHERE x.customer = missing.customer ORDER BY b.id, b.period DESC NULLS LAST
      ON CONFLICT (api_key_id) DO NOTHING;
  END LOOP;
END $$;
