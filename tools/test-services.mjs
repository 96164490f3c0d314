// `npm run test:services [citus|limits|pgbouncer|failover|nginx|next-alone …]`: tests Portico with the installed PostgreSQL, Redis, PgBouncer,
// nginx and Citus (Debian: `apt-get install postgresql redis-server pgbouncer nginx clickhouse-server`), and Next without our server.
// Newer ClickHouse is `pip install chdb`; CHDB_PYTHON is the Python that has it. Missing programs are reported and skipped.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepareBuild } from '../scripts/steps/checkout.mjs'
import { root } from '../scripts/steps/command.mjs'
import { Failure } from '../scripts/steps/output.mjs'
import { run } from '../scripts/steps/run.mjs'
import { runTool } from './run-tool.mjs'

const folder = join(root, 'tools', 'services')
const ending = '.test.mjs'
const all = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))

await runTool(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : all
  const unknown = names.find((name) => !all.includes(name))
  if (unknown) throw new Failure(`There is no ${unknown}. Choose from: ${all.join(', ')}.`)
  await prepareBuild(root)
  const files = names.map((name) => join(folder, name + ending))
  const options = ['--test', '--test-concurrency=1', '--test-reporter=spec']
  await run('node --test', [process.execPath, ...options, ...files], { cwd: root, print: true })
})
