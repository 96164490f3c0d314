// npm run bench:rankings: ten million requests of half a year in a database of their own, ranked by the running product.
import { cpus } from 'node:os'
import { readOptions } from '../filled/read-options.mjs'
import { runFilled } from '../filled/run-filled.mjs'
import { fillTraffic } from './fill.mjs'
import { measureAll } from './measure.mjs'

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
