-- ledger_hold: holds money for many requests at once, each decided separately and in order.
-- Rows are locked in one fixed order, so that two calls cannot deadlock, and decided under the lock, so that no money is held
-- twice whatever runs at the same time.
-- p_items: [{id, customer_id, api_key_id?, amount, limit?, period?, until?, budgets?}]; period and until are the start and end of
-- the limit's period. A period longer than the stored one means that the key was given a longer reset. Budgets are further limits,
-- each with its own row in key_spend: [{id, limit, period?, until?}] and what ledger_open_budgets reads.
-- Per item: outcome 'held' | 'balance' | 'key_limit' | 'budget:<id>'; `available` is what that limit still allowed, `held` is in
-- open holds and may be released.
-- Sequential scans are off because these tables are tiny and churn: a plan made while one had a single page would later read
-- hundreds of pages of dead rows. Each statement is planned once: a new plan would not be better, and planning cost as much as
-- the rest of a small group.
CREATE OR REPLACE FUNCTION ledger_hold(p_items json, p_instance text)
RETURNS TABLE (hold_id text, outcome text, available bigint, held bigint) LANGUAGE plpgsql SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  ids text[];
  item_customers text[];
  item_keys text[];
  amounts bigint[];
  limits bigint[];
  periods timestamptz[];
  untils timestamptz[];
  item_budgets json[];
  has_budgets boolean;
  customers text[];
  balances_left bigint[];
  balances_held bigint[];
  keys text[];
  keys_spent bigint[];
  keys_held bigint[];
  accepted boolean[] := '{}';
  c integer;
  k integer;
  short_id text;
  short_left bigint;
  short_held bigint;
BEGIN
  SELECT array_agg(x.id), array_agg(x.customer_id), array_agg(x.api_key_id), array_agg(x.amount), array_agg(x."limit"), array_agg(x.period), array_agg(x.until),
         array_agg(x.budgets), bool_or(x.budgets IS NOT NULL)
    INTO ids, item_customers, item_keys, amounts, limits, periods, untils, item_budgets, has_budgets
    FROM json_to_recordset(p_items) AS x(id text, customer_id text, api_key_id text, amount bigint, "limit" bigint, period timestamptz, until timestamptz, budgets json);

  SELECT array_agg(b.customer_id), array_agg(b.balance_nanos - b.held_nanos), array_agg(b.held_nanos)
    INTO customers, balances_left, balances_held
    FROM (SELECT * FROM balances WHERE customer_id = ANY (item_customers) ORDER BY customer_id FOR UPDATE) b;

  IF has_budgets THEN
    PERFORM ledger_open_budgets(item_customers, item_budgets);
    -- Behind the items' own limits, so that those stay in place.
    SELECT item_customers || array_agg(x.customer), item_keys || array_agg(b.id), limits || array_agg(b."limit"), periods || array_agg(b.period), untils || array_agg(b.until)
      INTO item_customers, item_keys, limits, periods, untils
      FROM unnest(item_customers, item_budgets) AS x(customer, budgets), json_to_recordset(x.budgets) AS b(id text, "limit" bigint, period timestamptz, until timestamptz);
  END IF;
  IF array_remove(limits, NULL) <> '{}' THEN
    INSERT INTO key_spend (api_key_id, customer_id, period_start)
      SELECT DISTINCT x.key, x.customer, x.period FROM unnest(item_customers, item_keys, limits, periods) AS x(customer, key, "limit", period)
       WHERE x."limit" IS NOT NULL ORDER BY 1
      ON CONFLICT (api_key_id) DO NOTHING;
    PERFORM FROM key_spend WHERE api_key_id = ANY (item_keys) ORDER BY api_key_id FOR UPDATE;
    -- A new period starts at zero. One that started earlier and is not over belongs to a longer reset, which the key was given
    -- since: spend of the shorter period counts in it too.
    UPDATE key_spend s SET period_start = x.period, period_end = CASE WHEN s.budget_id IS NOT NULL THEN x.until END,
        period_nanos = CASE WHEN x.period IS NULL THEN s.total_nanos WHEN x.period < s.period_start THEN s.period_nanos ELSE 0 END
      FROM (SELECT DISTINCT ON (y.key) y.key, y.period, y.until FROM unnest(item_keys, limits, periods, untils) AS y(key, "limit", period, until)
             WHERE y."limit" IS NOT NULL ORDER BY y.key, y.period DESC NULLS LAST) x
     WHERE s.api_key_id = x.key AND s.period_start IS DISTINCT FROM x.period
       AND (s.period_start IS NULL OR x.period IS NULL OR x.period > s.period_start OR s.period_start < x.until);
    SELECT array_agg(s.api_key_id), array_agg(s.period_nanos), array_agg(s.held_nanos) INTO keys, keys_spent, keys_held
      FROM key_spend s WHERE s.api_key_id = ANY (item_keys);
  END IF;

  FOR i IN 1 .. coalesce(cardinality(ids), 0) LOOP
    hold_id := ids[i];
    c := array_position(customers, item_customers[i]);
    k := CASE WHEN limits[i] IS NULL THEN NULL ELSE array_position(keys, item_keys[i]) END;
    IF item_budgets[i] IS NOT NULL THEN
      SELECT b.id, greatest(b."limit" - keys_spent[p.k] - keys_held[p.k], 0), keys_held[p.k] INTO short_id, short_left, short_held
        FROM json_to_recordset(item_budgets[i]) AS b(id text, "limit" bigint), array_position(keys, b.id) AS p(k)
       WHERE keys_spent[p.k] + keys_held[p.k] + amounts[i] > b."limit" ORDER BY 2, 1 LIMIT 1;
    ELSE
      short_id := NULL;
    END IF;
    IF k IS NOT NULL AND keys_spent[k] + keys_held[k] + amounts[i] > limits[i] THEN
      outcome := 'key_limit';
      available := greatest(limits[i] - keys_spent[k] - keys_held[k], 0);
      held := keys_held[k];
    ELSIF short_id IS NOT NULL THEN
      outcome := 'budget:' || short_id;
      available := short_left;
      held := short_held;
    ELSIF coalesce(balances_left[c], 0) < amounts[i] THEN
      outcome := 'balance';
      available := coalesce(balances_left[c], 0);
      held := coalesce(balances_held[c], 0);
    ELSE
      outcome := 'held';
      -- Customers without any credit have no balance row, and may use what costs nothing.
      IF c IS NOT NULL THEN
        balances_left[c] := balances_left[c] - amounts[i];
        balances_held[c] := balances_held[c] + amounts[i];
      END IF;
      IF k IS NOT NULL THEN keys_held[k] := keys_held[k] + amounts[i]; END IF;
      IF item_budgets[i] IS NOT NULL THEN
        FOR k IN SELECT array_position(keys, b.id) FROM json_to_recordset(item_budgets[i]) AS b(id text) LOOP
          keys_held[k] := keys_held[k] + amounts[i];
        END LOOP;
      END IF;
      available := coalesce(balances_left[c], 0);
      held := coalesce(balances_held[c], 0);
    END IF;
    accepted[i] := outcome = 'held';
    RETURN NEXT;
  END LOOP;

  INSERT INTO holds (id, customer_id, api_key_id, amount_nanos, limited, period_start, budgets, instance_id)
    SELECT x.id, x.customer_id, x.key, x.amount, x."limit" IS NOT NULL, x.period, x.budgets::jsonb, p_instance
      FROM unnest(ids, item_customers, item_keys, amounts, limits, periods, item_budgets, accepted) AS x(id, customer_id, key, amount, "limit", period, budgets, accepted)
     WHERE x.accepted;
  UPDATE balances b SET held_nanos = x.held, updated_at = now()
    FROM unnest(customers, balances_held) AS x(customer_id, held) WHERE b.customer_id = x.customer_id AND b.held_nanos <> x.held;
  IF keys IS NOT NULL THEN
    UPDATE key_spend s SET held_nanos = x.held FROM unnest(keys, keys_held) AS x(key, held)
     WHERE s.api_key_id = x.key AND s.held_nanos <> x.held;
  END IF;
END $$;
