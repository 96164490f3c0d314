import { describe, expect, it } from 'vitest'
import { readCited } from '@/scripts/catalog/cited-rows.mjs'
import { generateModel } from '@/scripts/catalog/generate.mjs'
import { readBuiltinSeed } from './internal/seed-files'
import type { SeedModel } from './internal/seed-schema'
import { ratesIn } from './price-list'

/** Holds each file of the catalog against what the data sets say of it (prisma/seed/cited-prices.tsv says what they are). */

const { rows: cited } = readCited()
const routes = new Map(
  readBuiltinSeed()
    .filter(({ id }) => id !== 'sandbox')
    .flatMap(({ id, models }) => models.map((model): [string, SeedModel] => [`${id} ${model.id}`, model])),
)
const rowsOf = (route: string) => cited.filter(({ provider, model }) => `${provider} ${model}` === route)

/** What it takes for each rate, by the names of the rows: those of pictures by the dearest of their qualities. */
function takenBy({ pricing, ends_on }: SeedModel): Map<string, string> {
  const rates = [...ratesIn(pricing)].map(([name, rate]): [string, string] => [
    name
      .replace(/^service_tier\./, '')
      .replace(/^image\.high$/, 'image')
      .replace(/^hours\.\d+\./, 'off_peak.'),
    rate,
  ])
  return new Map([...rates, ...(ends_on === undefined ? [] : [['ends', ends_on] as const])])
}

const isSame = (one: string | undefined, other: string) =>
  one === other || (one !== undefined && Number(one) === Number(other))

describe.each([...routes])('the price of %s', (route, model) => {
  const rows = rowsOf(route)
  const leftOut = model.left_out ?? []

  it('is the one that the generator makes', () => {
    const { model: made } = generateModel(model, rows)
    expect(made).toEqual(model)
  })

  it('has each cited rate, or says that it differs or is left out', () => {
    const taken = takenBy(model)
    const said = (name: string) =>
      leftOut.includes(name) || name.split('.').some((part) => leftOut.includes(part))
    const missing = rows
      .filter(({ dataSet }) => !leftOut.includes(dataSet))
      .flatMap(({ dataSet, rates }) => [...rates].map(([name, rate]) => ({ dataSet, name, rate })))
      .filter(({ name, rate }) => !isSame(taken.get(name), rate) && !said(name))
      .filter(({ name }) => name !== 'status' && name !== 'off_peak.hours')
      .filter(({ dataSet, name, rate }) => !model.source?.includes(`${name}=${rate} in ${dataSet}`))
    expect(missing).toEqual([])
  })

  it('leaves out only cited rates', () => {
    const names = rows.flatMap(({ dataSet, rates }) => [
      dataSet,
      ...[...rates.keys()].flatMap((name) => [name, ...name.split('.')]),
    ])
    expect(leftOut.filter((name) => !names.includes(name))).toEqual([])
  })

  it('names its data sets as they were', () => {
    const versions = rows.map(({ dataSet, version }) => `${dataSet}@${version}`)
    const named = [
      ...(model.source ?? '').matchAll(/\b(?:litellm|model-prices|genai-prices|models\.dev)@[\w.-]+/g),
    ]
    expect(named.map(([name]) => name).filter((name) => !versions.includes(name))).toEqual([])
  })
})

it('no citations exist for unknown routes', () => {
  expect(cited.filter(({ provider, model }) => !routes.has(`${provider} ${model}`))).toEqual([])
})
