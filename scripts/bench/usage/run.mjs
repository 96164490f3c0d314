// npm run bench:usage: ten million requests of one customer in a database of their own, asked for through the running product.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '../../postgres/cluster.mjs'
import { ensureDatabase } from '../../postgres/databases.mjs'
import { stopAll } from '../children.mjs'
import { fillUsage } from './fill.mjs'
import { measureAll } from './measure.mjs'
import { startProduct } from './product.mjs'
import { QUESTIONS } from './questions.mjs'

const USAGE = `npm run bench:usage -- [--rows N] [--runs N]

--rows N   requests in the database (10000000)
--runs N   times that each question is asked (31)`

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portico-bench-usage-'))
chmodSync(folder, 0o711) // a Postgres that runs as another user has to walk through
const startedAt = performance.now()
const say = (text) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)
let cluster

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => end().finally(() => process.exit(130)))
}

function readOptions(args) {
  const options = { rows: 10_000_000, runs: 31 }
  for (let at = 0; at < args.length; at += 2) {
    const name = /^--(rows|runs)$/.exec(args[at])?.[1]
    const value = Number(args[at + 1])
    if (name === undefined || !Number.isInteger(value) || value < 1) {
      console.log(USAGE)
      process.exit(args[at] === '--help' ? 0 : 2)
    }
    options[name] = value
  }
  return options
}

async function run({ rows, runs }) {
  cluster = await startCluster({ root, folder: join(folder, 'postgres') })
  await ensureDatabase(cluster.url('postgres'), 'portico')
  const databaseUrl = cluster.url('portico')
  say('starting the product')
  const product = await startProduct({ root, folder, databaseUrl })
  const scene = await fillUsage({ databaseUrl, product, rows, say })
  say(`asking each of ${QUESTIONS.length} questions ${runs} times`)
  const results = await measureAll(product, QUESTIONS, scene, runs)
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${rows} requests, medians of ${runs}\n`,
  )
  console.log('| question | p50, ms | p90, ms | aim, ms |\n| --- | ---: | ---: | ---: |')
  for (const { title, p50, p90, aim } of results)
    console.log(`| ${title} | ${p50.toFixed(1)} | ${p90.toFixed(1)} | ${aim ?? ''} |`)
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
