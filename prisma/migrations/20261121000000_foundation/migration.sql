-- CreateSchema
-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "previous_secret_hash" BYTEA,
    "previous_expires_at" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL DEFAULT 'active',
    "scopes" TEXT[],
    "default_chat_model" TEXT,
    "default_image_model" TEXT,
    "default_video_model" TEXT,
    "routing" JSONB NOT NULL,
    "allowed_models" TEXT[],
    "limits_models" BOOLEAN NOT NULL DEFAULT false,
    "limit_nanos" BIGINT,
    "limit_reset" TEXT,
    "rate_limit_rpm" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "balances" (
    "customer_id" TEXT NOT NULL,
    "balance_nanos" BIGINT NOT NULL DEFAULT 0,
    "held_nanos" BIGINT NOT NULL DEFAULT 0,
    "purchased_nanos" BIGINT NOT NULL DEFAULT 0,
    "used_nanos" BIGINT NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "balances_pkey" PRIMARY KEY ("customer_id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "debit_account" TEXT NOT NULL,
    "credit_account" TEXT NOT NULL,
    "amount_nanos" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "holds" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "amount_nanos" BIGINT NOT NULL,
    "limited" BOOLEAN NOT NULL DEFAULT false,
    "period_start" TIMESTAMPTZ(3),
    "instance_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "holds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_spend" (
    "api_key_id" TEXT NOT NULL,
    "total_nanos" BIGINT NOT NULL DEFAULT 0,
    "period_start" TIMESTAMPTZ(3),
    "period_nanos" BIGINT NOT NULL DEFAULT 0,
    "held_nanos" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_spend_pkey" PRIMARY KEY ("api_key_id")
);

-- CreateTable
CREATE TABLE "providers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "adapter" TEXT NOT NULL,
    "base_url" TEXT,
    "api_key_env" TEXT,
    "policies" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "source" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "models" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "description" TEXT,
    "owned_by" TEXT NOT NULL,
    "context_length" INTEGER,
    "max_output_tokens" INTEGER,
    "supported_parameters" TEXT[],
    "capabilities" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "models_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "routes" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "upstream_id" TEXT NOT NULL,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "weight" INTEGER NOT NULL DEFAULT 1,
    "enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "routes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prices" (
    "id" TEXT NOT NULL,
    "route_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "pricing" JSONB NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_operator" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_accounts" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_accounts_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "instances" (
    "id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "customer_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "headers" JSONB,
    "body" BYTEA,
    "locked_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("customer_id","path","key")
);

-- CreateTable
CREATE TABLE "usage_records" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "api_key_name" TEXT,
    "model_id" TEXT NOT NULL,
    "model_name" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "modality" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "prompt_tokens" INTEGER NOT NULL DEFAULT 0,
    "cached_tokens" INTEGER NOT NULL DEFAULT 0,
    "completion_tokens" INTEGER NOT NULL DEFAULT 0,
    "reasoning_tokens" INTEGER NOT NULL DEFAULT 0,
    "images" INTEGER NOT NULL DEFAULT 0,
    "video_millis" INTEGER NOT NULL DEFAULT 0,
    "cost_nanos" BIGINT NOT NULL,
    "price_id" TEXT,
    "usage_source" TEXT NOT NULL,
    "finish_reason" TEXT,
    "error_code" TEXT,
    "latency_ms" INTEGER NOT NULL,
    "ttft_ms" INTEGER,
    "task_id" TEXT,
    "attempts" JSONB,

    CONSTRAINT "usage_records_pkey" PRIMARY KEY ("customer_id","created_at","id")
) PARTITION BY RANGE ("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_previous_secret_hash_key" ON "api_keys"("previous_secret_hash");

-- CreateIndex
CREATE INDEX "api_keys_customer_id_created_at_idx" ON "api_keys"("customer_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "routes_model_id_provider_id_key" ON "routes"("model_id", "provider_id");

-- CreateIndex
CREATE UNIQUE INDEX "prices_route_id_version_key" ON "prices"("route_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "routes" ADD CONSTRAINT "routes_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_route_id_fkey" FOREIGN KEY ("route_id") REFERENCES "routes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Below: what Prisma's schema language cannot say.

-- Money never appears from nowhere: amounts are positive, sides differ.
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount_check" CHECK ("amount_nanos" > 0),
  ADD CONSTRAINT "ledger_entries_sides_check" CHECK ("debit_account" <> "credit_account");
ALTER TABLE "holds" ADD CONSTRAINT "holds_amount_check" CHECK ("amount_nanos" >= 0);
ALTER TABLE "balances" ADD CONSTRAINT "balances_held_check" CHECK ("held_nanos" >= 0);
ALTER TABLE "key_spend" ADD CONSTRAINT "key_spend_held_check" CHECK ("held_nanos" >= 0);
-- Credits and corrections of a customer, to be listed. Settlements are not indexed: the usage rows tell of them.
CREATE INDEX "ledger_entries_credit_idx" ON "ledger_entries"("credit_account", "created_at") WHERE "kind" <> 'settle';
CREATE INDEX "ledger_entries_debit_idx" ON "ledger_entries"("debit_account", "created_at") WHERE "kind" <> 'settle';
-- These rows change with every request and are few: room on each page keeps updates in place (HOT).
ALTER TABLE "balances" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "key_spend" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE "holds" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- Month partitions of usage, made ahead of time. The default one only catches what a stopped clock would lose.
CREATE TABLE "usage_records_default" PARTITION OF "usage_records" DEFAULT;

CREATE FUNCTION usage_ensure_partitions(p_from timestamptz, p_months integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month_start timestamptz;
  month_end timestamptz;
  name text;
BEGIN
  FOR i IN 0..p_months LOOP
    month_start := (date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i)) AT TIME ZONE 'UTC';
    month_end := (date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => i + 1)) AT TIME ZONE 'UTC';
    name := 'usage_records_' || to_char(month_start AT TIME ZONE 'UTC', 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF usage_records FOR VALUES FROM (%L) TO (%L)', name, month_start, month_end);
    END IF;
  END LOOP;
END $$;

SELECT usage_ensure_partitions(now(), 2);

-- ledger_hold: sets money aside for many requests at once, each decided for itself and in order.
-- Rows are locked first (in one fixed order, so that two calls cannot deadlock) and decided under the lock: whatever
-- runs at the same time, a balance cannot be promised twice.
-- p_items: [{id, customer_id, api_key_id?, amount, limit?, period?}], period being the start of the limit's period.
-- Per item: outcome 'held' | 'balance' | 'key_limit'; `available` is what that limit still allowed, `held` what is
-- tied up in open holds and may come back.
-- (Sequential scans are off because these tables are tiny and churn: a plan made while one had a single page would
-- later read hundreds of pages of dead rows.)
CREATE FUNCTION ledger_hold(p_items json, p_instance text)
RETURNS TABLE (hold_id text, outcome text, available bigint, held bigint) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ids text[];
  item_customers text[];
  item_keys text[];
  amounts bigint[];
  limits bigint[];
  periods timestamptz[];
  customers text[];
  balances_left bigint[];
  balances_held bigint[];
  keys text[];
  keys_spent bigint[];
  keys_held bigint[];
  accepted boolean[] := '{}';
  c integer;
  k integer;
BEGIN
  SELECT array_agg(x.id), array_agg(x.customer_id), array_agg(x.api_key_id), array_agg(x.amount), array_agg(x."limit"), array_agg(x.period)
    INTO ids, item_customers, item_keys, amounts, limits, periods
    FROM json_to_recordset(p_items) AS x(id text, customer_id text, api_key_id text, amount bigint, "limit" bigint, period timestamptz);

  SELECT array_agg(b.customer_id), array_agg(b.balance_nanos - b.held_nanos), array_agg(b.held_nanos)
    INTO customers, balances_left, balances_held
    FROM (SELECT * FROM balances WHERE customer_id = ANY (item_customers) ORDER BY customer_id FOR UPDATE) b;

  IF array_remove(limits, NULL) <> '{}' THEN
    INSERT INTO key_spend (api_key_id, period_start)
      SELECT DISTINCT x.key, x.period FROM unnest(item_keys, limits, periods) AS x(key, "limit", period)
       WHERE x."limit" IS NOT NULL ORDER BY 1
      ON CONFLICT (api_key_id) DO NOTHING;
    PERFORM FROM key_spend WHERE api_key_id = ANY (item_keys) ORDER BY api_key_id FOR UPDATE;
    -- A new period begins: what was spent in the last one no longer counts.
    UPDATE key_spend s SET period_start = x.period, period_nanos = CASE WHEN x.period IS NULL THEN s.total_nanos ELSE 0 END
      FROM (SELECT DISTINCT ON (y.key) y.key, y.period FROM unnest(item_keys, limits, periods) AS y(key, "limit", period)
             WHERE y."limit" IS NOT NULL ORDER BY y.key, y.period DESC NULLS LAST) x
     WHERE s.api_key_id = x.key AND s.period_start IS DISTINCT FROM x.period
       AND (s.period_start IS NULL OR x.period IS NULL OR x.period > s.period_start);
    SELECT array_agg(s.api_key_id), array_agg(s.period_nanos), array_agg(s.held_nanos) INTO keys, keys_spent, keys_held
      FROM key_spend s WHERE s.api_key_id = ANY (item_keys);
  END IF;

  FOR i IN 1 .. coalesce(cardinality(ids), 0) LOOP
    hold_id := ids[i];
    c := array_position(customers, item_customers[i]);
    k := CASE WHEN limits[i] IS NULL THEN NULL ELSE array_position(keys, item_keys[i]) END;
    IF k IS NOT NULL AND keys_spent[k] + keys_held[k] + amounts[i] > limits[i] THEN
      outcome := 'key_limit';
      available := greatest(limits[i] - keys_spent[k] - keys_held[k], 0);
      held := keys_held[k];
    ELSIF c IS NULL OR balances_left[c] < amounts[i] THEN
      outcome := 'balance';
      available := coalesce(balances_left[c], 0);
      held := coalesce(balances_held[c], 0);
    ELSE
      outcome := 'held';
      balances_left[c] := balances_left[c] - amounts[i];
      balances_held[c] := balances_held[c] + amounts[i];
      IF k IS NOT NULL THEN keys_held[k] := keys_held[k] + amounts[i]; END IF;
      available := balances_left[c];
      held := balances_held[c];
    END IF;
    accepted[i] := outcome = 'held';
    RETURN NEXT;
  END LOOP;

  INSERT INTO holds (id, customer_id, api_key_id, amount_nanos, limited, period_start, instance_id)
    SELECT x.id, x.customer_id, x.key, x.amount, x."limit" IS NOT NULL, x.period, p_instance
      FROM unnest(ids, item_customers, item_keys, amounts, limits, periods, accepted) AS x(id, customer_id, key, amount, "limit", period, accepted)
     WHERE x.accepted;
  UPDATE balances b SET held_nanos = x.held, updated_at = now()
    FROM unnest(customers, balances_held) AS x(customer_id, held) WHERE b.customer_id = x.customer_id AND b.held_nanos <> x.held;
  IF keys IS NOT NULL THEN
    UPDATE key_spend s SET held_nanos = x.held FROM unnest(keys, keys_held) AS x(key, held)
     WHERE s.api_key_id = x.key AND s.held_nanos <> x.held;
  END IF;
END $$;

-- ledger_settle: ends requests. cost > 0 charges, cost = 0 releases.
-- A request has a hold of its own (which is deleted) or a share of a standing hold (`hold_id`, which shrinks by what is
-- charged and is ended by an item of its own). A charge has the request's id as its key, so whatever is repeated is
-- charged once ('gone' the second time).
-- A hold that is not there although its request was never charged was lost (the database crashed) or released (its
-- process seemed dead and was only cut off): what was delivered is charged all the same, as if nothing had been held.
-- A cost above its hold is charged only as far as free money reaches: a balance cannot go below zero here.
-- p_items: [{id, cost, customer_id?, api_key_id?, hold_id?}], each id once; without customer_id a missing hold is 'gone'.
CREATE FUNCTION ledger_settle(p_items json)
RETURNS TABLE (hold_id text, outcome text, charged bigint) LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ids text[];
  costs bigint[];
  item_customers text[];
  item_keys text[];
  item_standing text[];
  hold_ids text[];
  hold_customers text[];
  hold_keys text[];
  hold_amounts bigint[];
  hold_limited boolean[];
  hold_periods timestamptz[];
  standing_ids text[];
  standing_left bigint[];
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
  owner text;
  covered bigint;
  freed bigint;
  c integer;
  h integer;
  t integer;
BEGIN
  SELECT array_agg(x.id), array_agg(x.cost), array_agg(x.customer_id), array_agg(x.api_key_id), array_agg(x.hold_id)
    INTO ids, costs, item_customers, item_keys, item_standing
    FROM json_to_recordset(p_items) AS x(id text, cost bigint, customer_id text, api_key_id text, hold_id text);
  WITH ended AS (DELETE FROM holds WHERE id = ANY (ids) RETURNING *)
    SELECT array_agg(e.id), array_agg(e.customer_id), array_agg(e.api_key_id), array_agg(e.amount_nanos), array_agg(e.limited), array_agg(e.period_start)
      INTO hold_ids, hold_customers, hold_keys, hold_amounts, hold_limited, hold_periods FROM ended e;
  IF coalesce(cardinality(hold_ids), 0) < cardinality(ids) THEN
    SELECT array_agg(s.id), array_agg(s.amount_nanos) INTO standing_ids, standing_left
      FROM (SELECT * FROM holds WHERE id = ANY (item_standing) ORDER BY id FOR UPDATE) s;
    SELECT array_agg(substr(e.key, 8)) INTO charged_before FROM ledger_entries e
     WHERE e.key = ANY (ARRAY(SELECT 'settle:' || x.id FROM unnest(ids) AS x(id)));
  END IF;
  SELECT array_agg(b.customer_id), array_agg(b.balance_nanos - b.held_nanos), array_agg(0::bigint), array_agg(0::bigint)
    INTO customers, balances_left, customers_charged, customers_freed
    FROM (SELECT * FROM balances WHERE customer_id = ANY (hold_customers || item_customers) ORDER BY customer_id FOR UPDATE) b;

  FOR i IN 1 .. coalesce(cardinality(ids), 0) LOOP
    h := array_position(hold_ids, ids[i]);
    t := CASE WHEN item_standing[i] IS NULL THEN NULL ELSE array_position(standing_ids, item_standing[i]) END;
    owner := CASE WHEN h IS NULL THEN item_customers[i] ELSE hold_customers[h] END;
    c := array_position(customers, owner);
    hold_id := ids[i];
    charged := 0;
    outcome := 'gone';
    IF h IS NULL AND costs[i] = 0 AND item_standing[i] IS NOT NULL THEN
      outcome := 'released';
    ELSIF h IS NOT NULL OR (costs[i] > 0 AND c IS NOT NULL AND array_position(charged_before, ids[i]) IS NULL) THEN
      outcome := CASE WHEN costs[i] = 0 THEN 'released' ELSE 'settled' END;
      covered := CASE WHEN h IS NOT NULL THEN hold_amounts[h] WHEN t IS NOT NULL THEN least(costs[i], standing_left[t]) ELSE 0 END;
      charged := least(costs[i], covered + greatest(balances_left[c], 0));
      freed := CASE WHEN h IS NOT NULL THEN covered ELSE least(charged, covered) END;
      IF h IS NULL AND t IS NOT NULL THEN standing_left[t] := standing_left[t] - freed; END IF;
      balances_left[c] := balances_left[c] + freed - charged;
      customers_charged[c] := customers_charged[c] + charged;
      customers_freed[c] := customers_freed[c] + freed;
      entry_ids := entry_ids || ids[i];
      entry_customers := entry_customers || owner;
      entry_keys := entry_keys || CASE WHEN h IS NULL THEN item_keys[i] ELSE hold_keys[h] END;
      entry_amounts := entry_amounts || charged;
      entry_freed := entry_freed || CASE WHEN h IS NOT NULL AND hold_limited[h] THEN covered ELSE 0 END;
      entry_periods := entry_periods || CASE WHEN h IS NULL THEN NULL ELSE hold_periods[h] END;
    END IF;
    RETURN NEXT;
  END LOOP;

  INSERT INTO ledger_entries (key, kind, debit_account, credit_account, amount_nanos)
    SELECT 'settle:' || x.id, 'settle', x.customer_id, 'system:revenue', x.charge
      FROM unnest(entry_ids, entry_customers, entry_amounts) AS x(id, customer_id, charge) WHERE x.charge > 0;
  IF standing_ids IS NOT NULL THEN
    UPDATE holds s SET amount_nanos = x.amount_left FROM unnest(standing_ids, standing_left) AS x(id, amount_left)
     WHERE s.id = x.id AND s.amount_nanos <> x.amount_left;
  END IF;
  UPDATE balances b SET balance_nanos = b.balance_nanos - x.charged, held_nanos = b.held_nanos - x.freed,
         used_nanos = b.used_nanos + x.charged, updated_at = now()
    FROM unnest(customers, customers_charged, customers_freed) AS x(customer_id, charged, freed)
   WHERE b.customer_id = x.customer_id AND (x.charged <> 0 OR x.freed <> 0);
  -- What a key spent counts in the period that its newest hold belongs to.
  INSERT INTO key_spend AS k (api_key_id, total_nanos, period_start, period_nanos, held_nanos)
    SELECT y.key, sum(y.charge), y.last_period, coalesce(sum(y.charge) FILTER (WHERE y.period IS NOT DISTINCT FROM y.last_period), 0), sum(y.freed)
      FROM (SELECT x.*, max(x.period) OVER (PARTITION BY x.key) AS last_period
              FROM unnest(entry_keys, entry_amounts, entry_freed, entry_periods) AS x(key, charge, freed, period)
             WHERE x.key IS NOT NULL AND (x.charge > 0 OR x.freed > 0)) y
     GROUP BY y.key, y.last_period ORDER BY y.key
    ON CONFLICT (api_key_id) DO UPDATE SET
      total_nanos = k.total_nanos + excluded.total_nanos,
      period_nanos = k.period_nanos + CASE WHEN k.period_start IS NOT DISTINCT FROM excluded.period_start THEN excluded.period_nanos ELSE 0 END,
      held_nanos = k.held_nanos - excluded.held_nanos;
END $$;

-- ledger_credit: books one movement in or out of a customer's balance, once per key: true when it was new.
-- p_amount > 0 credits the customer from p_source; p_amount < 0 takes it back to p_source.
CREATE FUNCTION ledger_credit(p_key text, p_kind text, p_customer text, p_source text, p_amount bigint, p_purchased bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO balances (customer_id) VALUES (p_customer) ON CONFLICT (customer_id) DO NOTHING;
  INSERT INTO ledger_entries (key, kind, debit_account, credit_account, amount_nanos)
    VALUES (p_key, p_kind, CASE WHEN p_amount > 0 THEN p_source ELSE p_customer END,
            CASE WHEN p_amount > 0 THEN p_customer ELSE p_source END, abs(p_amount))
    ON CONFLICT (key) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE balances SET balance_nanos = balance_nanos + p_amount, purchased_nanos = purchased_nanos + p_purchased, updated_at = now()
   WHERE customer_id = p_customer;
  RETURN true;
END $$;
