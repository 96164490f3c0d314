import pg from 'pg'

const DAYS = 30
const KEYS = 6
const MODELS = 12
const ROWS_AT_ONCE = 500_000

// Spread evenly over the days; a few models and keys have most of it, one request in fifty failed, and the last model is rare.
const insertRows = `
  INSERT INTO usage_records (id, created_at, customer_id, api_key_id, api_key_name, model_id, model_name, provider_id, modality, status,
    prompt_tokens, cached_tokens, completion_tokens, cost_nanos, price_id, usage_source, finish_reason, error_code, latency_ms, ttft_ms)
  SELECT 'req_' || substr(md5(n::text), 1, 26), $1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $3, $6, key, key, model,
    model, 'sandbox', 'chat', status, tokens, tokens / 4, tokens / 2, CASE status WHEN 'failed' THEN 0 ELSE tokens * 450 END, $9,
    'upstream', 'stop', CASE status WHEN 'failed' THEN 'upstream_error' END, 200 + tokens, 100
  FROM (
    SELECT n, ($7::text[])[1 + floor(power(random(), 2) * cardinality($7::text[]))::int] AS key,
      CASE WHEN n % 100000 = 7 THEN ($8::text[])[cardinality($8::text[])]
           ELSE ($8::text[])[1 + floor(power(random(), 2) * (cardinality($8::text[]) - 1))::int] END AS model,
      CASE WHEN n % 50 = 3 THEN 'failed' ELSE 'success' END AS status, floor(random() * 4000)::int AS tokens
    FROM generate_series($4::bigint, $5::bigint) AS n OFFSET 0) AS requests`

const tallyRows = `
  INSERT INTO usage_tallies (customer_id, quarter, model_id, api_key_id, modality, requests, failed, prompt_tokens, cached_tokens,
    completion_tokens, images, video_millis, cost_nanos, latency_millis, first_at, last_at)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), max(modality), count(*),
    count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), 0, 0, sum(cost_nanos),
    coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0), min(created_at), max(created_at)
  FROM usage_records WHERE created_at >= $1 AND created_at < $2 GROUP BY 1, 2, 3, 4`

/** Makes the rows, tallies them as settlements do, and lets the product's own function roll up the tallies. */
export async function fillUsage({ databaseUrl, product, rows, say }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: demo } = await client.query('SELECT id FROM customers WHERE is_demo')
    const { rows: priced } = await client.query(
      'SELECT p.id FROM prices p JOIN routes r ON r.id = p.route_id LIMIT 1',
    )
    const { rows: models } = await client.query(
      `SELECT id FROM models WHERE modality = 'chat' ORDER BY id LIMIT $1`,
      [MODELS],
    )
    const keys = await makeKeys(product)
    const until = new Date(Date.now() - 60_000)
    const from = new Date(until.getTime() - DAYS * 86_400_000)
    await client.query('SELECT usage_ensure_partitions($1, 1)', [from])
    const modelIds = models.map(({ id }) => id)
    for (let first = 1; first <= rows; first += ROWS_AT_ONCE) {
      const last = Math.min(first + ROWS_AT_ONCE - 1, rows)
      await client.query(insertRows, [
        from,
        until,
        rows,
        first,
        last,
        demo[0].id,
        keys,
        modelIds,
        priced[0].id,
      ])
      say(`${last} rows`)
    }
    await tally(client, from, until)
    await client.query('VACUUM ANALYZE usage_records, usage_tallies, usage_rollups')
    const { rows: counts } = await client.query('SELECT count(*) FROM usage_rollups')
    say(`${counts[0].count} rollups`)
    return { commonModel: modelIds[0], rareModel: modelIds.at(-1), key: keys[0], from, until }
  } finally {
    await client.end()
  }
}

/** All but the last half hour is rolled up, as after a month of running. */
async function tally(client, from, until) {
  const quarterMs = 15 * 60_000
  const ripe = new Date(Math.floor(until.getTime() / quarterMs - 2) * quarterMs)
  await client.query(tallyRows, [from, ripe])
  let folded
  do {
    const { rows } = await client.query('SELECT usage_fold_tallies($1, 5000) AS count', [ripe])
    folded = rows[0].count
  } while (folded > 0)
  await client.query('VACUUM usage_tallies')
  await client.query(tallyRows, [ripe, new Date()])
}

async function makeKeys(product) {
  const made = []
  for (let index = 0; index < KEYS; index += 1) {
    const answer = await product.ask('/api-account/user/api-keys', {
      method: 'POST',
      json: { name: `bench ${index}` },
    })
    made.push(JSON.parse(answer).id)
  }
  return made
}
