// `npm run bench:rankings`: ten million requests of half a year in a separate database, ranked by the running product.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runFilled } from './filled-product.mjs'
import { median, readOptions } from './harness.mjs'

// Ninety days, and the ninety before for comparison.
const DAYS = 180
const MODELS = 12
const PROVIDERS = 3
const ROWS_AT_ONCE = 500_000

// Spread evenly over days and providers. A few models have most requests, and one in fifty failed.
const insertRows = `
  INSERT INTO usage_records (id, created_at, customer_id, model_id, model_name, provider_id, modality, status, prompt_tokens,
    completion_tokens, cost_nanos, usage_source, finish_reason, error_code, latency_ms, ttft_ms)
  SELECT 'req_' || substr(md5(n::text), 1, 26), $1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / $3, $6, model, model,
    ($8::text[])[1 + n % cardinality($8::text[])], 'chat', status, tokens, tokens / 2, tokens * 450, 'upstream', 'stop',
    CASE status WHEN 'failed' THEN 'upstream_error' END, 200 + tokens * 3 + wait, 100 + wait
  FROM (
    SELECT n, ($7::text[])[1 + floor(power(random(), 2) * cardinality($7::text[]))::int] AS model,
      CASE WHEN n % 50 = 3 THEN 'failed' ELSE 'success' END AS status, floor(random() * 4000)::int AS tokens,
      floor(power(random(), 4) * 3000)::int AS wait
    FROM generate_series($4::bigint, $5::bigint) AS n OFFSET 0) AS requests`

const tallyRows = `
  INSERT INTO traffic_tallies (minute, provider_id, model_id, slot, modality, requests, successful, failed, rate_limited, refused,
    failed_tries, rate_limited_tries, prompt_tokens, completion_tokens, images, video_millis, latency, ttft, throughput)
  SELECT date_bin($3::interval, created_at, 'epoch'), provider_id, model_id, 0, 'chat', count(*), count(*) FILTER (WHERE is_good),
    count(*) FILTER (WHERE NOT is_good), 0, 0, 0, 0, coalesce(sum(prompt_tokens) FILTER (WHERE is_good), 0),
    coalesce(sum(completion_tokens) FILTER (WHERE is_good), 0), 0, 0,
    coalesce(sum(usage_histogram(latency_ms)) FILTER (WHERE is_good), 0),
    coalesce(sum(usage_histogram(ttft_ms)) FILTER (WHERE is_good), 0),
    coalesce(sum(usage_histogram(16000 * completion_tokens::float8 / (latency_ms - ttft_ms))) FILTER (WHERE is_good), 0)
  FROM (SELECT *, status <> 'failed' AS is_good FROM usage_records WHERE created_at >= $1 AND created_at < $2) AS requests
  GROUP BY 1, 2, 3`

/** Creates the rows, tallies them as settlements do, and runs the product's own rollup. */
async function fillTraffic({ databaseUrl, rows, say }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const idsOf = async (query) => (await client.query(query)).rows.map(({ id }) => id)
    const [customer] = await idsOf('SELECT id FROM customers WHERE is_demo')
    const models = await idsOf(`SELECT id FROM models WHERE modality = 'chat' ORDER BY id LIMIT ${MODELS}`)
    const providers = await idsOf(`SELECT id FROM providers ORDER BY id <> 'sandbox', id LIMIT ${PROVIDERS}`)
    const until = new Date()
    const from = new Date(until.getTime() - DAYS * 86_400_000)
    await client.query('SELECT usage_ensure_partitions($1, 1)', [from])
    for (let first = 1; first <= rows; first += ROWS_AT_ONCE) {
      const last = Math.min(first + ROWS_AT_ONCE - 1, rows)
      await client.query(insertRows, [from, until, rows, first, last, customer, models, providers])
      say(`${last} rows`)
    }
    await tally(client, from, until)
    await client.query('VACUUM ANALYZE traffic_tallies, traffic_rollups')
    const { rows: counts } = await client.query(
      'SELECT (SELECT count(*) FROM traffic_rollups) AS rollups, (SELECT count(*) FROM traffic_tallies) AS tallies',
    )
    say(`${counts[0].rollups} rollups, ${counts[0].tallies} tallies`)
  } finally {
    await client.end()
  }
}

/** Rolls up all but the last minutes, as a running product does. */
async function tally(client, from, until) {
  const hourMs = 3_600_000
  const hour = new Date(Math.floor(until.getTime() / hourMs) * hourMs)
  await client.query(tallyRows, [from, hour, '1 hour'])
  await client.query(tallyRows, [hour, until, '1 minute'])
  let folded
  do {
    const { rows } = await client.query('SELECT usage_fold_traffic($1, 2000) AS count', [
      new Date(until.getTime() - 300_000),
    ])
    folded = rows[0].count
  } while (folded > 0)
}

/** After this time no cached counts are served. */
const FORGOTTEN_MS = 61_000
const CACHED_RUNS = 25

const rankings = ['all', 'charts'].flatMap((part) =>
  ['7d', '30d', '90d'].map((window) => `/rankings/${part}?window=${window}`),
)
const stats = ['1h', '24h', '7d', '30d'].map((window) => `/providers/sandbox/stats?window=${window}`)
const PATHS = [...rankings, '/providers', '/providers/sandbox', ...stats]

/** Requests each address once after its cache expired, then repeatedly while it is cached. */
async function measureAll(product, rounds, say) {
  const asked = PATHS.map((path) => ({ path, cold: [], cached: [] }))
  for (let round = 0; round < rounds; round += 1) {
    await sleep(FORGOTTEN_MS)
    for (const { path, cold, cached } of asked) {
      cold.push(await timeOf(product, path))
      for (let run = 0; run < CACHED_RUNS; run += 1) cached.push(await timeOf(product, path))
    }
    say(`round ${round + 1} of ${rounds}`)
  }
  return asked.map(({ path, cold, cached }) => ({
    path,
    cold: median(cold),
    slowest: Math.max(...cold),
    cached: median(cached),
  }))
}

async function timeOf(product, path) {
  const sentAt = performance.now()
  await product.ask(path)
  return performance.now() - sentAt
}

const USAGE = `npm run bench:rankings -- [--rows N] [--rounds N]

--rows N    requests in the database (10000000)
--rounds N  times that each address is asked cold, a minute apart (5)`

const { rows, rounds } = readOptions(USAGE, { rows: 10_000_000, rounds: 5 })

await runFilled('rankings', async ({ product, databaseUrl, say }) => {
  await fillTraffic({ databaseUrl, rows, say })
  const results = await measureAll(product, rounds, say)
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${rows} requests, medians of ${rounds}\n`,
  )
  console.log('| address | cold, ms | slowest, ms | cached, ms |\n| --- | ---: | ---: | ---: |')
  for (const { path, cold, slowest, cached } of results)
    console.log(`| \`${path}\` | ${cold.toFixed(1)} | ${slowest.toFixed(1)} | ${cached.toFixed(2)} |`)
})
