// For benchmarks of statistics: the product with a separate database, which the benchmark fills.
import { join } from 'node:path'
import { startCluster } from '../../scripts/postgres/cluster.mjs'
import { ensureDatabase } from '../../scripts/postgres/migrate.mjs'
import { startPorticoWith } from './contenders/portico.mjs'
import { root, runBench } from './harness.mjs'

/** `run` receives the product (with the demo key) and the database's URL. */
export const runFilled = (name, run) =>
  runBench(name, async ({ folder, say, onEnd }) => {
    const cluster = await startCluster({ root, folder: join(folder, 'postgres') })
    onEnd(() => cluster.stop())
    await ensureDatabase(cluster.url('postgres'), 'portico')
    const databaseUrl = cluster.url('portico')
    say('starting the product')
    const settings = {
      DATABASE_URL: databaseUrl,
      RATE_LIMIT_ACCOUNT: '1000000000',
      RATE_LIMIT_CATALOG: '1000000000',
    }
    const { origin, headers } = await startPorticoWith({ folder, settings })
    await run({ product: { ask: (path, init) => ask(origin + path, headers, init) }, databaseUrl, say })
  })

async function ask(url, given, { method = 'GET', json } = {}) {
  const headers = { ...given, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(json && { body: JSON.stringify(json) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}
