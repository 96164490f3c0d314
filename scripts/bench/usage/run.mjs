// npm run bench:usage: ten million requests of one customer in a database of their own, asked for through the running product.
import { cpus } from 'node:os'
import { readOptions } from '../filled/read-options.mjs'
import { runFilled } from '../filled/run-filled.mjs'
import { fillUsage } from './fill.mjs'
import { measureAll } from './measure.mjs'
import { QUESTIONS } from './questions.mjs'

const USAGE = `npm run bench:usage -- [--rows N] [--runs N]

--rows N   requests in the database (10000000)
--runs N   times that each question is asked (31)`

const { rows, runs } = readOptions(USAGE, { rows: 10_000_000, runs: 31 })

await runFilled('usage', async ({ product, databaseUrl, say }) => {
  const scene = await fillUsage({ databaseUrl, product, rows, say })
  say(`asking each of ${QUESTIONS.length} questions ${runs} times`)
  const results = await measureAll(product, QUESTIONS, scene, runs)
  console.log(
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${rows} requests, medians of ${runs}\n`,
  )
  console.log('| question | p50, ms | p90, ms | aim, ms |\n| --- | ---: | ---: | ---: |')
  for (const { title, p50, p90, aim } of results)
    console.log(`| ${title} | ${p50.toFixed(1)} | ${p90.toFixed(1)} | ${aim ?? ''} |`)
})
