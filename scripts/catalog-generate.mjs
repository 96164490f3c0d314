// `npm run catalog:generate`: writes the prices of prisma/seed/catalog from prisma/seed/cited-prices.tsv, and reports every rate
// that it leaves out and every difference between data sets. Descriptions, limits and parameters in the files, and models without
// cited rates, are written by hand and stay.
//
// To read newer data sets first, name them; rows of those that are not named stay:
//   --litellm VERSION=model_prices_and_context_window.json   of the package litellm
//   --model-prices VERSION=snapshot.json                     of the package model-prices
//   --models-dev VERSION=api.json                            of models.dev
//   --genai-prices VERSION=dist/index.js                     of the package @pydantic/genai-prices
// A route that has ended by its data is reported, and left out with `--drop-ended`.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CITED, dataSets, readCited, writeCited } from './catalog/cited-rows.mjs'
import { root, runCommand } from './steps/command.mjs'
import './steps/load-typescript.mjs'

const FOLDER = `${root}/prisma/seed/catalog`
const options = Object.fromEntries(
  ['litellm', 'model-prices', 'models-dev', 'genai-prices'].map((name) => [name, { type: 'string' }]),
)

async function openDataSet(name, value, today) {
  const { genaiPrices, litellm, modelPrices, modelsDev } = await import('./catalog/collect.mjs')
  const [version, file] = value.split('=')
  const path = resolve(process.env.INIT_CWD ?? '.', file)
  const json = () => JSON.parse(readFileSync(path, 'utf8'))
  const finders = { litellm: () => litellm(json()), 'model-prices': () => modelPrices(json()) }
  if (name === 'models-dev') return { dataSet: 'models.dev', version, find: modelsDev(json()) }
  if (name !== 'genai-prices') return { dataSet: name, version, find: finders[name]() }
  const { findProvider } = await import(pathToFileURL(path).href)
  return { dataSet: name, version, find: genaiPrices(findProvider, today) }
}

/** The rows of a route: newly read where its data set is named, else as they were. */
function rowsOf(provider, model, opened, before, { isGenerated, markIntroductory }) {
  const route = { provider, upstreamId: model.upstream_id, modality: model.modality }
  const found = opened.flatMap(({ dataSet, version, find }) => {
    // The others name what is not text in ways of their own.
    const rates = dataSet === 'litellm' || isGenerated(model) ? find(route) : undefined
    return rates?.size > 0 ? [{ provider, model: model.id, dataSet, version, rates }] : []
  })
  const renewed = (row) =>
    found.some(({ dataSet }) => dataSet === row.dataSet) ||
    (row.dataSet === 'models.dev' && found.some(({ dataSet }) => dataSet === 'model-prices')) ||
    (row.dataSet !== 'litellm' && row.dataSet !== 'models.dev' && !isGenerated(model))
  const kept = before.filter((row) => row.provider === provider && row.model === model.id && !renewed(row))
  const rows = [...found, ...kept].sort((a, b) => dataSets.indexOf(a.dataSet) - dataSets.indexOf(b.dataSet))
  return opened.length > 0 ? markIntroductory(rows) : rows
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { ...options, 'drop-ended': { type: 'boolean' } } })
  const { generated, generateModel } = await import('./catalog/generate.mjs')
  const isGenerated = ({ modality = 'chat' }) => generated.includes(modality)
  const { markIntroductory } = await import('./catalog/collect.mjs')
  const today = new Date().toISOString().slice(0, 10)
  const named = Object.keys(options).filter((name) => values[name] !== undefined)
  const opened = await Promise.all(named.map((name) => openDataSet(name, values[name], today)))
  const cited = readCited(readFileSync(`${root}/${CITED}`, 'utf8'))
  const rows = []
  for (const file of readdirSync(FOLDER).sort()) {
    const provider = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'))
    const models = provider.models.flatMap((before) => {
      const ofRoute = rowsOf(provider.id, before, opened, cited.rows, { isGenerated, markIntroductory })
      const { model, differences, leftOut } = generateModel(before, ofRoute)
      const name = `${provider.id} ${model.id}`
      const isRemoved = ofRoute.some(({ rates }) => rates.get('status') === 'removed')
      const isOver = isRemoved || (model.ends_on !== undefined && model.ends_on <= today)
      if (isOver) console.log(`${name}: ended ${model.ends_on ?? 'by model-prices'}`)
      if (isOver && values['drop-ended']) return []
      if (leftOut.length > 0) console.log(`${name}: left out ${leftOut.join(', ')}`)
      for (const { dataSet, name: rate, rate: usd, taken } of differences)
        console.log(`${name}: ${rate} is ${taken}, in ${dataSet} ${usd}`)
      rows.push(...ofRoute)
      return [model]
    })
    writeFileSync(`${FOLDER}/${file}`, `${JSON.stringify({ ...provider, models }, null, 2)}\n`)
  }
  writeFileSync(`${root}/${CITED}`, writeCited({ ...cited, rows }))
  const biome = `${root}/node_modules/@biomejs/biome/bin/biome`
  spawnSync(process.execPath, [biome, 'format', '--write', FOLDER], { cwd: root, stdio: 'ignore' })
})
