// What the benches of statistics stand on: the product before a database of its own, which the bench fills.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../postgres/cluster.mjs'
import { ensureDatabase } from '../postgres/migrate.mjs'
import { startPorticoWith } from './contenders.mjs'
import { runBench } from './harness.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a bench of statistics; its `run` is given the product, asked with the demo key, and the address of its database. */
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
