// A model of a catalog file with the price that the cited rows make. Needs load-typescript.mjs.
import { priceOf } from '../../lib/catalog/models/internal/rates.ts'
import { dataSets, factNames } from './cited-rows.mjs'

/** Prices of pictures, sound and films are written by hand: the data sets have too little of them. */
export const generated = ['chat', 'embedding', 'moderation', 'rerank']

/**
 * The model with `pricing`, `ends_on`, `source` and `left_out` of its rows; as it is where it has none. A data set that its
 * `left_out` names is not used. `differences`: rates of which data sets say different things; `leftOut`: those that are not taken.
 */
export function generateModel(model, rows) {
  const ignored = dataSets.filter((name) => model.left_out?.includes(name))
  const used = rows
    .filter(({ dataSet }) => !ignored.includes(dataSet))
    .sort((a, b) => dataSets.indexOf(a.dataSet) - dataSets.indexOf(b.dataSet))
  const ends = used.find((row) => row.rates.has('ends'))?.rates.get('ends')
  if (!generated.includes(model.modality) || used.length === 0)
    return {
      model: { ...model, ...(ends !== undefined && { ends_on: ends }) },
      differences: [],
      leftOut: model.left_out ?? [],
    }
  const { rates, differences } = merge(used)
  const offers = offersOf(model)
  const price = priceOf(rates, (field) => offers[field] ?? true)
  if (price === undefined) throw new Error(`The cited rates of ${model.id} make no price.`)
  const leftOut = [...new Set([...ignored, ...price.leftOut])]
  const { ends_on: _ends, price_threshold: _threshold, pricing: _pricing, ...kept } = model
  const { source: _source, left_out: _leftOut, ...written } = kept
  return {
    model: {
      ...written,
      ...(ends !== undefined && { ends_on: ends }),
      pricing: price.pricing,
      source: sourceOf(used, differences),
      ...(leftOut.length > 0 && { left_out: leftOut }),
    },
    differences,
    leftOut,
  }
}

/** Options are offered where the file lists the parameter that asks for them. Reranks are billed by searches as such. */
function offersOf({ modality, supported_parameters: parameters = [] }) {
  const [isSound, isTiered] = ['modalities', 'service_tier'].map((name) => parameters.includes(name))
  return {
    web_search: modality === 'rerank' || parameters.includes('web_search'),
    audio_output: isSound,
    image_output: isSound,
    service_tier: isTiered,
    image: false,
    audio_second: false,
    character: false,
  }
}

function merge(rows) {
  const rates = new Map()
  const taken = new Map()
  const differences = []
  for (const row of rows)
    for (const [name, rate] of row.rates) {
      if (factNames.includes(name)) continue
      const first = taken.get(name)
      if (first === undefined) {
        taken.set(name, row)
        rates.set(name, rate)
      } else if (rates.get(name) !== rate)
        differences.push({ dataSet: row.dataSet, version: row.version, name, rate, taken: rates.get(name) })
    }
  return { rates, differences }
}

function sourceOf(rows, differences) {
  const named = rows.map(({ dataSet, version }) => `${dataSet}@${version}`).join(', ')
  const others = differences.map(({ dataSet, name, rate }) => `${name}=${rate} in ${dataSet}`)
  return others.length === 0 ? named : `${named}; differs: ${others.join(', ')}`
}
