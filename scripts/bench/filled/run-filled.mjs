// What the benches of statistics stand on: the product before a database of its own, which the bench fills.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../../postgres/cluster.mjs'
import { ensureDatabase } from '../../postgres/ensure-database.mjs'
import { stopAll } from '../children.mjs'
import { startProduct } from './start-product.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a bench from its start to its end, whatever happens, and ends the process. */
export async function runFilled(name, run) {
  const folder = mkdtempSync(join(tmpdir(), `portico-bench-${name}-`))
  chmodSync(folder, 0o711) // a Postgres that runs as another user has to walk through
  let cluster
  const end = async () => {
    await stopAll()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => end().finally(() => process.exit(130)))
  const say = sayer()
  try {
    cluster = await startCluster({ root, folder: join(folder, 'postgres') })
    await ensureDatabase(cluster.url('postgres'), 'portico')
    const databaseUrl = cluster.url('portico')
    say('starting the product')
    const product = await startProduct({ root, folder, databaseUrl })
    await run({ product, databaseUrl, say })
  } finally {
    await end()
  }
  process.exit()
}

/** Says what is done, and after how many seconds. */
function sayer() {
  const startedAt = performance.now()
  return (text) =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)
}
