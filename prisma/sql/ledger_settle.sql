-- ledger_settle: settles requests, given as columns. Cost > 0 charges, cost = 0 releases; each id is in p_ids once.
-- A request has its own hold, which is deleted, or a share of a pooled one (p_holds), which shrinks by the charge and is ended by
-- a separate item. The request's id is the key of its charge, so a repeated settlement charges once ('gone' the second time).
-- A hold that is missing although its request was never charged was lost (the database crashed) or released (its process seemed
-- dead but was only cut off): the request is charged anyway, from the available balance, in the key's latest period. Of its budgets
-- (p_budgets: [{id, period}]) it counts in those whose period is still the current one.
-- A month whose entries are archived has no partition: a charge of it violates a constraint, and the caller drops it as booked.
-- A cost above its hold is charged only as far as the available balance covers it, so a balance never goes below zero here.
-- Per item: `charged`, `asked` (the cost that was passed in), and `is_fresh` (settled for the first time).
CREATE OR REPLACE FUNCTION ledger_settle(p_ids text[], p_costs bigint[], p_customers text[], p_keys text[], p_holds text[],
  p_budgets jsonb[])
RETURNS TABLE (hold_id text, outcome text, charged bigint, asked bigint, is_fresh boolean)
LANGUAGE plpgsql SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  own_ids text[];
  hold_ids text[];
  hold_customers text[];
  hold_keys text[];
  hold_amounts bigint[];
  hold_limited boolean[];
  hold_periods timestamptz[];
  hold_budgets jsonb[];
  hold_times timestamptz[];
  standing_ids text[];
  standing_left bigint[];
  left_afterwards bigint[];
  charged_before text[];
  customers text[];
  balances_left bigint[];
  customers_charged bigint[];
  customers_freed bigint[];
  entry_ids text[] := '{}';
  entry_customers text[] := '{}';
  entry_keys text[] := '{}';
  entry_amounts bigint[] := '{}';
  entry_freed bigint[] := '{}';
  entry_periods timestamptz[] := '{}';
  is_booked boolean := false;
  owner text;
  covered bigint;
  freed bigint;
  c integer;
  h integer;
  t integer;
BEGIN
  own_ids := ARRAY(SELECT x.id FROM unnest(p_ids, p_holds) AS x(id, standing) WHERE x.standing IS NULL);
  IF cardinality(own_ids) > 0 THEN
    WITH ended AS (DELETE FROM holds WHERE id = ANY (own_ids) RETURNING *)
      SELECT array_agg(e.id), array_agg(e.customer_id), array_agg(e.api_key_id), array_agg(e.amount_nanos), array_agg(e.limited), array_agg(e.period_start), array_agg(e.budgets), array_agg(e.created_at)
        INTO hold_ids, hold_customers, hold_keys, hold_amounts, hold_limited, hold_periods, hold_budgets, hold_times FROM ended e;
  END IF;
  IF coalesce(cardinality(hold_ids), 0) < cardinality(p_ids) THEN
    SELECT array_agg(s.id), array_agg(s.amount_nanos) INTO standing_ids, standing_left
      FROM (SELECT * FROM holds WHERE id = ANY (p_holds) ORDER BY id FOR UPDATE) s;
  END IF;
  SELECT array_agg(b.customer_id), array_agg(b.balance_nanos - b.held_nanos), array_agg(0::bigint), array_agg(0::bigint)
    INTO customers, balances_left, customers_charged, customers_freed
    FROM (SELECT * FROM balances WHERE customer_id = ANY (hold_customers || p_customers) ORDER BY customer_id FOR UPDATE) b;

  -- In most groups, pooled holds of busy customers cover everything: then each request is charged its cost and all are booked at
  -- once. The loop below does the same one by one.
  IF cardinality(own_ids) = 0 THEN
    SELECT array_agg(s.amount - coalesce(g.cost, 0) ORDER BY s.place) INTO left_afterwards
      FROM unnest(standing_ids, standing_left) WITH ORDINALITY AS s(id, amount, place)
      LEFT JOIN (SELECT x.standing, sum(x.cost)::bigint AS cost FROM unnest(p_holds, p_costs) AS x(standing, cost) GROUP BY x.standing) g
        ON g.standing = s.id;
    IF 0 <= ALL (left_afterwards) AND p_holds <@ standing_ids AND p_customers <@ customers THEN
      BEGIN
        INSERT INTO ledger_entries (customer_id, key, kind, debit_account, credit_account, amount_nanos)
          SELECT x.customer_id, 'settle:' || x.id, 'settle', x.customer_id, 'system:revenue', x.cost
            FROM unnest(p_ids, p_customers, p_costs) AS x(id, customer_id, cost) WHERE x.cost > 0;
        is_booked := true;
      EXCEPTION WHEN unique_violation THEN
        -- Some were charged before: the loop finds out which.
      END;
    END IF;
  END IF;
  IF is_booked THEN
    standing_left := left_afterwards;
    SELECT array_agg(coalesce(g.cost, 0) ORDER BY k.place) INTO customers_charged
      FROM unnest(customers) WITH ORDINALITY AS k(id, place)
      LEFT JOIN (SELECT x.customer, sum(x.cost)::bigint AS cost FROM unnest(p_customers, p_costs) AS x(customer, cost) GROUP BY x.customer) g
        ON g.customer = k.id;
    customers_freed := customers_charged;
    entry_customers := p_customers;
    entry_keys := p_keys;
    entry_amounts := p_costs;
    RETURN QUERY SELECT x.id, CASE WHEN x.cost = 0 THEN 'released' ELSE 'settled' END, x.cost, x.cost, x.cost > 0
      FROM unnest(p_ids, p_costs) AS x(id, cost);
    p_ids := '{}';
  ELSIF coalesce(cardinality(hold_ids), 0) < cardinality(p_ids) THEN
    -- One lookup for each, in the partition of its month; an array would be looked up in all.
    SELECT array_agg(x.id) INTO charged_before FROM unnest(p_ids) AS x(id) JOIN ledger_entries e ON e.key = 'settle:' || x.id;
  END IF;

  FOR i IN 1 .. coalesce(cardinality(p_ids), 0) LOOP
    h := array_position(hold_ids, p_ids[i]);
    t := CASE WHEN p_holds[i] IS NULL THEN NULL ELSE array_position(standing_ids, p_holds[i]) END;
    owner := CASE WHEN h IS NULL THEN p_customers[i] ELSE hold_customers[h] END;
    c := array_position(customers, owner);
    hold_id := p_ids[i];
    asked := p_costs[i];
    charged := 0;
    outcome := 'gone';
    is_fresh := false;
    IF h IS NULL AND p_costs[i] = 0 AND p_holds[i] IS NOT NULL THEN
      outcome := 'released';
    ELSIF h IS NOT NULL OR (p_costs[i] > 0 AND c IS NOT NULL AND array_position(charged_before, p_ids[i]) IS NULL) THEN
      outcome := CASE WHEN p_costs[i] = 0 THEN 'released' ELSE 'settled' END;
      covered := CASE WHEN h IS NOT NULL THEN hold_amounts[h] WHEN t IS NOT NULL THEN least(p_costs[i], standing_left[t]) ELSE 0 END;
      charged := least(p_costs[i], covered + greatest(balances_left[c], 0));
      freed := CASE WHEN h IS NOT NULL THEN covered ELSE least(charged, covered) END;
      is_fresh := h IS NOT NULL OR charged > 0;
      IF h IS NULL AND t IS NOT NULL THEN standing_left[t] := standing_left[t] - freed; END IF;
      IF c IS NOT NULL THEN
        balances_left[c] := balances_left[c] + freed - charged;
        customers_charged[c] := customers_charged[c] + charged;
        customers_freed[c] := customers_freed[c] + freed;
      END IF;
      entry_ids := entry_ids || p_ids[i];
      entry_customers := entry_customers || owner;
      entry_keys := entry_keys || CASE WHEN h IS NULL THEN p_keys[i] ELSE hold_keys[h] END;
      entry_amounts := entry_amounts || charged;
      entry_freed := entry_freed || CASE WHEN h IS NOT NULL AND hold_limited[h] THEN covered ELSE 0 END;
      entry_periods := entry_periods || CASE WHEN h IS NULL THEN NULL ELSE hold_periods[h] END;
      IF h IS NULL AND p_budgets[i] IS NOT NULL THEN
        hold_ids := hold_ids || p_ids[i];
        hold_amounts := hold_amounts || 0::bigint;
        hold_budgets := array_append(hold_budgets, p_budgets[i]);
        hold_times := array_append(hold_times, NULL);
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF NOT is_booked THEN
    INSERT INTO ledger_entries (customer_id, key, kind, debit_account, credit_account, amount_nanos)
      SELECT x.customer_id, 'settle:' || x.id, 'settle', x.customer_id, 'system:revenue', x.charge
        FROM unnest(entry_ids, entry_customers, entry_amounts) AS x(id, customer_id, charge) WHERE x.charge > 0;
  END IF;
  IF standing_ids IS NOT NULL THEN
    UPDATE holds s SET amount_nanos = x.amount_left FROM unnest(standing_ids, standing_left) AS x(id, amount_left)
     WHERE s.id = x.id AND s.amount_nanos <> x.amount_left;
  END IF;
  UPDATE balances b SET balance_nanos = b.balance_nanos - x.charged, held_nanos = b.held_nanos - x.freed,
         used_nanos = b.used_nanos + x.charged, updated_at = now()
    FROM unnest(customers, customers_charged, customers_freed) AS x(customer_id, charged, freed)
   WHERE b.customer_id = x.customer_id AND (x.charged <> 0 OR x.freed <> 0);
  -- Budgets' rows come before keys', as in ledger_hold. Those of a deleted budget are gone. A hold of an earlier period counts in the
  -- current one if it was made in it: the reset or the zone has changed since.
  IF array_remove(hold_budgets, NULL) <> '{}' THEN
    PERFORM FROM key_spend WHERE api_key_id IN (SELECT b.id FROM unnest(hold_budgets) AS x(budgets), jsonb_to_recordset(x.budgets) AS b(id text))
      ORDER BY api_key_id FOR UPDATE;
    UPDATE key_spend k SET total_nanos = k.total_nanos + x.charge, period_nanos = k.period_nanos + x.period_charge, held_nanos = k.held_nanos - x.freed
      FROM (SELECT s.api_key_id, sum(e.charge) AS charge, sum(y.amount) AS freed,
                   coalesce(sum(e.charge) FILTER (WHERE b.period IS NULL OR s.period_start IS NULL OR b.period >= s.period_start OR y.made_at >= s.period_start), 0) AS period_charge
              FROM unnest(hold_ids, hold_amounts, hold_budgets, hold_times) AS y(id, amount, budgets, made_at)
              JOIN unnest(entry_ids, entry_amounts) AS e(id, charge) ON e.id = y.id
             CROSS JOIN jsonb_to_recordset(y.budgets) AS b(id text, period timestamptz)
              JOIN key_spend s ON s.api_key_id = b.id GROUP BY 1) x
     WHERE k.api_key_id = x.api_key_id;
  END IF;
  -- A key's spend counts in the period of its newest hold, including holds of a shorter reset before it.
  INSERT INTO key_spend AS k (api_key_id, customer_id, total_nanos, period_start, period_nanos, held_nanos)
    SELECT y.key, max(y.customer), sum(y.charge), y.last_period, coalesce(sum(y.charge) FILTER (WHERE y.period IS NULL OR y.period = y.last_period), 0), coalesce(sum(y.freed), 0)
      FROM (SELECT x.*, max(x.period) OVER (PARTITION BY x.key) AS last_period
              FROM unnest(entry_customers, entry_keys, entry_amounts, entry_freed, entry_periods) AS x(customer, key, charge, freed, period)
             WHERE x.key IS NOT NULL AND (x.charge > 0 OR x.freed > 0)) y
     GROUP BY y.key, y.last_period ORDER BY y.key
    ON CONFLICT (api_key_id) DO UPDATE SET
      total_nanos = k.total_nanos + excluded.total_nanos,
      period_nanos = k.period_nanos + CASE WHEN k.period_start IS NULL OR excluded.period_start IS NULL OR excluded.period_start >= k.period_start THEN excluded.period_nanos ELSE 0 END,
      held_nanos = k.held_nanos - excluded.held_nanos;
END $$;

-- As versions before budgets in settlements call it.
CREATE OR REPLACE FUNCTION ledger_settle(p_ids text[], p_costs bigint[], p_customers text[], p_keys text[], p_holds text[])
RETURNS TABLE (hold_id text, outcome text, charged bigint, asked bigint, is_fresh boolean)
LANGUAGE sql AS 'SELECT * FROM ledger_settle(p_ids, p_costs, p_customers, p_keys, p_holds, NULL)';
