import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBuiltinSeed } from './internal/seed-files'
import type { SeedModel } from './internal/seed-schema'

/** Holds each file of the catalog against what the data sets that it cites say (prisma/seed/cited-prices.tsv says what they are). */

type Cited = { route: string; dataSet: string; version: string; rates: Map<string, string> }

const cited = readFileSync('prisma/seed/cited-prices.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Cited => {
    const [provider, model, source = '', rates = ''] = line.split('\t')
    const [dataSet = '', version = ''] = source.split('@')
    const pairs = rates.split(' ').map((pair): [string, string] => {
      const [name = '', rate = ''] = pair.split('=')
      return [name, rate]
    })
    return { route: `${provider} ${model}`, dataSet, version, rates: new Map(pairs) }
  })

const routes = new Map(
  readBuiltinSeed()
    .filter(({ id }) => id !== 'sandbox')
    .flatMap(({ id, models }) => models.map((model): [string, SeedModel] => [`${id} ${model.id}`, model])),
)

/** What it takes for each rate: those of pictures by the dearest of their qualities, those of variants with their prefix. */
function ratesOf({ pricing }: SeedModel): Map<string, number> {
  const named = (rates: object, prefix = ''): [string, unknown][] =>
    Object.entries(rates).flatMap(([name, rate]): [string, unknown][] => {
      if (name === 'image') return [[`${prefix}image`, pricing.image?.high]]
      if (name === 'video_second') return named(Object(rate), 'video_second.')
      return typeof rate === 'string' ? [[`${prefix}${name}`, rate]] : []
    })
  const withTiers = (price: Pick<SeedModel['pricing'], 'tiers'>, prefix = '') => [
    ...named(price, prefix),
    ...(price.tiers ?? []).flatMap((tier) => named(tier, `${prefix}above_${tier.above_prompt_tokens}.`)),
  ]
  return new Map(
    [
      ...withTiers(pricing),
      ...Object.entries(pricing.service_tier ?? {}).flatMap(([tier, own]) => withTiers(own, `${tier}.`)),
      ...(pricing.hours ?? []).flatMap((hours) => withTiers(hours, 'off_peak.')),
    ].map(([name, rate]) => [name, Number(rate)]),
  )
}

const prefixOf = (name: string) => name.split('.')[0] ?? name

describe.each([...routes])('the price of %s', (route, model) => {
  const rows = cited.filter((row) => row.route === route)
  const leftOut = model.left_out ?? []

  it('has each cited rate, or lists it as left out', () => {
    const taken = ratesOf(model)
    const missing = rows
      .filter(({ dataSet }) => !leftOut.includes(dataSet))
      .flatMap(({ dataSet, rates }) => [...rates].map(([name, rate]) => ({ dataSet, name, rate })))
      .filter(({ name, rate }) => taken.get(name) !== Number(rate))
      .filter(({ name }) => ![name, ...name.split('.')].some((part) => leftOut.includes(part)))
    expect(missing).toEqual([])
  })

  it('leaves out only cited rates', () => {
    const said = rows.flatMap(({ dataSet, rates }) => [
      dataSet,
      ...rates.keys(),
      ...[...rates.keys()].map(prefixOf),
    ])
    expect(leftOut.filter((name) => !said.includes(name))).toEqual([])
  })

  it('matches the cited files as they were', () => {
    const files = [...(model.source ?? '').matchAll(/models\.dev providers\/\S+\.toml@([0-9a-f]{8})/g)]
    const kept = rows.filter(({ dataSet }) => dataSet === 'models.dev').map(({ version }) => version)
    expect(kept).toEqual(files.map(([, version]) => version))
    const [, release] = /of litellm (\d+\.\d+\.\d+)/.exec(model.source ?? '') ?? []
    const lists = rows.filter(({ dataSet }) => dataSet === 'litellm').map(({ version }) => version)
    if (release !== undefined) expect(lists).toEqual([release])
  })
})

it('no citations exist for unknown routes', () => {
  expect(cited.filter(({ route }) => !routes.has(route))).toEqual([])
})
