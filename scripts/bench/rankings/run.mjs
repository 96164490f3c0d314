// npm run bench:rankings: ten million requests of half a year in a database of their own, ranked by the running product.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../../postgres/cluster.mjs'
import { ensureDatabase } from '../../postgres/databases.mjs'
import { stopAll } from '../children.mjs'
import { startProduct } from '../usage/product.mjs'
import { fillTraffic } from './fill.mjs'
import { measureAll } from './measure.mjs'

const USAGE = `npm run bench:rankings -- [--rows N] [--rounds N]

--rows N    requests in the database (10000000)
--rounds N  times that each address is asked cold, a minute apart (5)`

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-rankings-'))
chmodSync(folder, 0o711) // a Postgres that runs as another user has to walk through
const startedAt = performance.now()
const say = (text) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)
let cluster

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => end().finally(() => process.exit(130)))
}

function readOptions(args) {
  const options = { rows: 10_000_000, rounds: 5 }
  for (let at = 0; at < args.length; at += 2) {
    const name = /^--(rows|rounds)$/.exec(args[at])?.[1]
    const value = Number(args[at + 1])
    if (name === undefined || !Number.isInteger(value) || value < 1) {
      console.log(USAGE)
      process.exit(args[at] === '--help' ? 0 : 2)
    }
    options[name] = value
  }
  return options
}

async function run({ rows, rounds }) {
  cluster = await startCluster({ root, folder: join(folder, 'postgres') })
  await ensureDatabase(cluster.url('postgres'), 'portico')
  const databaseUrl = cluster.url('portico')
  say('starting the product')
  const product = await startProduct({ root, folder, databaseUrl })
  await fillTraffic({ databaseUrl, rows, say })
  const results = await measureAll(product, rounds, say)
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${rows} requests, medians of ${rounds}\n`,
  )
  console.log('| address | cold, ms | slowest, ms | cached, ms |\n| --- | ---: | ---: | ---: |')
  for (const { path, cold, slowest, cached } of results)
    console.log(`| \`${path}\` | ${cold.toFixed(1)} | ${slowest.toFixed(1)} | ${cached.toFixed(2)} |`)
}

async function end() {
  await stopAll()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

const options = readOptions(process.argv.slice(2))
try {
  await run(options)
} finally {
  await end()
}
process.exit()
