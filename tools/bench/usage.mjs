// `npm run bench:usage`: ten million requests of one customer in a separate database, queried through the running product.
import { cpus } from 'node:os'
import pg from 'pg'
import { runFilled } from './filled-product.mjs'
import { median, percentile, readOptions } from './harness.mjs'

const usage = '/api-account/user/usage'
const recent = `${usage}/recent`
const dayOf = (date) => date.toISOString().slice(0, 10)

/** The questions, and how fast the answers should be. `path` receives what the database was filled with. */
const QUESTIONS = [
  { title: '30 days, UTC', aim: 100, path: () => usage },
  { title: '30 days, Berlin', aim: 100, path: () => `${usage}?timezone=Europe/Berlin` },
  { title: '30 days, Kathmandu', aim: 100, path: () => `${usage}?timezone=Asia/Kathmandu` },
  {
    title: '30 days, Berlin, each split by model',
    aim: 100,
    path: () => `${usage}?timezone=Europe/Berlin&group_by=model`,
  },
  {
    title: '30 days, Berlin, one model',
    aim: 100,
    path: ({ commonModel }) => `${usage}?timezone=Europe/Berlin&model=${commonModel}`,
  },
  {
    title: '30 days, Berlin, one model and key',
    aim: 100,
    path: ({ commonModel, key }) => `${usage}?timezone=Europe/Berlin&model=${commonModel}&api_key_id=${key}`,
  },
  {
    title: '30 days, Berlin, each split by member',
    aim: 100,
    path: () => `${usage}?timezone=Europe/Berlin&group_by=member`,
  },
  {
    title: '30 days, Berlin, one project, each split by model',
    aim: 100,
    path: ({ project }) => `${usage}?timezone=Europe/Berlin&project_id=${project}&group_by=model`,
  },
  { title: '30 days as CSV, UTC', path: () => `${usage}?format=csv` },
  { title: 'recent, first page', aim: 20, path: () => recent },
  { title: 'recent, one model', aim: 20, path: ({ commonModel }) => `${recent}?model=${commonModel}` },
  { title: 'recent, a rare model', aim: 20, path: ({ rareModel }) => `${recent}?model=${rareModel}` },
  { title: 'recent, one key', aim: 20, path: ({ key }) => `${recent}?api_key_id=${key}` },
  { title: 'recent, one member', aim: 20, path: ({ member }) => `${recent}?member_id=${member}` },
  { title: 'recent, failed ones', aim: 20, path: () => `${recent}?status=failed` },
  {
    title: 'recent, failed ones of one model and key',
    aim: 20,
    path: ({ commonModel, key }) => `${recent}?status=failed&model=${commonModel}&api_key_id=${key}`,
  },
  { title: 'recent, deep cursor', aim: 20, path: ({ deepCursor }) => `${recent}?cursor=${deepCursor}` },
  {
    title: 'recent, deep cursor, one model',
    aim: 20,
    path: ({ deepCursor, commonModel }) => `${recent}?cursor=${deepCursor}&model=${commonModel}`,
  },
]

/** A cursor older than nine tenths of the rows. */
async function findDeepCursor(product, { from, until }) {
  const day = dayOf(new Date(from.getTime() + (until.getTime() - from.getTime()) / 10))
  return JSON.parse(await product.ask(`${recent}?limit=1&end_date=${day}`)).next_cursor
}

const DAYS = 30
const KEYS = 6
const MODELS = 12
const ROWS_AT_ONCE = 500_000

// Spread evenly over the days; one request in fifty failed. The customer has a few models and keys with most requests, and a rare last
// model. With other customers it has a twentieth of all requests; a few of them have most of the rest, each with one key and two models.
const insertRows = `
  INSERT INTO usage_records (id, created_at, customer_id, api_key_id, api_key_name, model_id, model_name, provider_id, modality, status,
    prompt_tokens, cached_tokens, completion_tokens, cost_nanos, price_id, usage_source, finish_reason, error_code, latency_ms, ttft_ms)
  SELECT 'req_' || substr(md5(n::text), 1, 26), $1::timestamptz + n::float8 / $3 * ($2::timestamptz - $1::timestamptz),
    CASE WHEN other IS NULL THEN $6 ELSE 'cus_bench_' || other END, key, key, model,
    model, 'sandbox', 'chat', status, tokens, tokens / 4, tokens / 2, CASE status WHEN 'failed' THEN 0 ELSE tokens * 450 END, $9,
    'upstream', 'stop', CASE status WHEN 'failed' THEN 'upstream_error' END, 200 + tokens, 100
  FROM (
    SELECT n, other, CASE WHEN other IS NOT NULL THEN 'key_bench_' || other
           ELSE ($7::text[])[1 + floor(power(random(), 2) * cardinality($7::text[]))::int] END AS key,
      CASE WHEN other IS NOT NULL THEN ($8::text[])[1 + (other + n % 2) % (cardinality($8::text[]) - 1)]
           WHEN n % 100000 = 7 THEN ($8::text[])[cardinality($8::text[])]
           ELSE ($8::text[])[1 + floor(power(random(), 2) * (cardinality($8::text[]) - 1))::int] END AS model,
      CASE WHEN n % 50 = 3 THEN 'failed' ELSE 'success' END AS status, floor(random() * 4000)::int AS tokens
    FROM (SELECT n, CASE WHEN $10::int > 1 AND random() > 0.05 THEN floor(power(random(), 3) * $10::int)::int END AS other
            FROM generate_series($4::bigint, $5::bigint) AS n OFFSET 0) AS made OFFSET 0) AS requests`

const tallyRows = `
  INSERT INTO usage_tallies (customer_id, quarter, model_id, api_key_id, modality, requests, failed, prompt_tokens, cached_tokens,
    completion_tokens, images, video_millis, cost_nanos, latency_millis, first_at, last_at)
  SELECT customer_id, date_bin('15 minutes', created_at, 'epoch'), model_id, coalesce(api_key_id, ''), max(modality), count(*),
    count(*) FILTER (WHERE status = 'failed'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), 0, 0, sum(cost_nanos),
    coalesce(sum(latency_ms) FILTER (WHERE status <> 'failed'), 0), min(created_at), max(created_at)
  FROM usage_records WHERE created_at >= $1 AND created_at < $2 GROUP BY 1, 2, 3, 4`

/** Creates the rows, tallies them as settlements do, and runs the product's own rollup. */
async function fillUsage({ databaseUrl, product, rows, customers, say }) {
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
    const owned = await ownKeys(client, demo[0].id, keys)
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
        customers,
      ])
      say(`${last} rows`)
    }
    await tally(client, from, until, say)
    await client.query('VACUUM ANALYZE usage_records, usage_tallies, usage_rollups')
    for (const { name, count, bytes } of (await client.query(sizes)).rows)
      say(`${name}: ${count} rows, ${(bytes / 1e6).toFixed(0)} MB with indexes`)
    return { commonModel: modelIds[0], rareModel: modelIds.at(-1), key: keys[0], ...owned, from, until }
  } finally {
    await client.end()
  }
}

/** Rolls up all but the last half hour, as after a month of running. */
async function tally(client, from, until, say) {
  const quarterMs = 15 * 60_000
  const ripe = new Date(Math.floor(until.getTime() / quarterMs - 2) * quarterMs)
  const { rowCount } = await client.query(tallyRows, [from, ripe])
  say(`${rowCount} tallies`)
  let folded
  do {
    const { rows } = await client.query('SELECT usage_fold_tallies($1, 5000) AS count', [ripe])
    folded = rows[0].count
  } while (folded > 0)
  say('tallies are rolled up')
  await client.query('VACUUM usage_tallies')
  await client.query(tallyRows, [ripe, new Date()])
}

// Partitions count towards their table.
const sizes = ['usage_records', 'usage_tallies', 'usage_rollups']
  .map(
    (
      name,
    ) => `SELECT '${name}' AS name, (SELECT count(*) FROM ${name}) AS count, pg_total_relation_size('${name}')
      + (SELECT coalesce(sum(pg_total_relation_size(relid)), 0) FROM pg_partition_tree('${name}') WHERE isleaf) AS bytes`,
  )
  .join(' UNION ALL ')

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

const MEMBERS = 500
const SPARE_KEYS = 2000

/** Two of the keys are a member's, half of them are in a project; many more of both have no use. */
async function ownKeys(client, customer, keys) {
  const [member, project] = ['mbr_bench_1', 'proj_bench']
  await client.query(
    `INSERT INTO memberships (id, customer_id, role) SELECT 'mbr_bench_' || n, $1, 'developer' FROM generate_series(1, $2::int) AS n`,
    [customer, MEMBERS],
  )
  await client.query(
    `INSERT INTO projects (id, customer_id, name, updated_at) VALUES ($1, $2, 'Bench', now())`,
    [project, customer],
  )
  await client.query(`UPDATE api_keys SET owner_id = $1 WHERE id = ANY ($2)`, [member, keys.slice(0, 2)])
  await client.query(`UPDATE api_keys SET project_id = $1 WHERE id = ANY ($2)`, [project, keys.slice(0, 3)])
  await client.query(
    `INSERT INTO api_keys (id, customer_id, owner_id, project_id, name, key_prefix, last4, secret_hash, scopes, status, routing, updated_at, revoked_at)
     SELECT 'key_spare_' || n, $1, 'mbr_bench_' || 1 + n % $2::int, $3, 'spare', '', '', sha256(n::text::bytea), '{inference}', 'active', '{}', now(), now()
       FROM generate_series(1, $4::int) AS n`,
    [customer, MEMBERS, project, SPARE_KEYS],
  )
  return { member, project }
}

/** Asks all questions in turn, repeatedly, so that a busy moment of the machine affects all of them. */
async function measureAll(product, scene, runs) {
  const known = { ...scene, deepCursor: await findDeepCursor(product, scene) }
  const asked = QUESTIONS.map((question) => ({ ...question, path: question.path(known), times: [] }))
  for (let run = -2; run < runs; run += 1) {
    for (const { path, times } of asked) {
      const sentAt = performance.now()
      await product.ask(path)
      if (run >= 0) times.push(performance.now() - sentAt) // the first two only warm up
    }
  }
  return asked.map(({ title, aim, times }) => ({
    title,
    aim,
    p50: median(times),
    p90: percentile(times, 0.9),
  }))
}

const USAGE = `npm run bench:usage -- [--rows N] [--customers N] [--runs N]

--rows N        requests in the database (10000000)
--customers N   who made them (1)
--runs N        times that each question is asked (31)`

const { rows, customers, runs } = readOptions(USAGE, { rows: 10_000_000, customers: 1, runs: 31 })

await runFilled('usage', async ({ product, databaseUrl, say }) => {
  const scene = await fillUsage({ databaseUrl, product, rows, customers, say })
  say(`asking each of ${QUESTIONS.length} questions ${runs} times`)
  const results = await measureAll(product, scene, runs)
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${rows} requests, medians of ${runs}\n`,
  )
  console.log('| Question | p50, ms | p90, ms | Goal, ms |\n| --- | ---: | ---: | ---: |')
  for (const { title, p50, p90, aim } of results)
    console.log(`| ${title} | ${p50.toFixed(1)} | ${p90.toFixed(1)} | ${aim ?? ''} |`)
})
