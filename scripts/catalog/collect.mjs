// Reads what the data sets say of a route's price. Needs load-typescript.mjs.
import {
  LiteLlmList,
  modes,
  providerNames,
  ratesOfLiteLlm,
  ratesOfModelsDev,
} from '../../lib/catalog/models/internal/list-formats.ts'
import { decimalOf } from '../../lib/catalog/models/internal/rates.ts'

const namesAt = (provider) => [
  provider,
  ...Object.keys(providerNames).filter((name) => providerNames[name] === provider),
]

/** Finds a route in LiteLLM's list. */
export function litellm(content) {
  const list = LiteLlmList.parse(content)
  const at = (key) => {
    const entry = list[key]
    return content[key]?.alias_of === undefined ? entry : list[content[key].alias_of]
  }
  return ({ provider, upstreamId, modality }) => {
    const keys = [...namesAt(provider).map((name) => `${name}/${upstreamId}`), upstreamId]
    const entry = keys.map(at).find((found) => found && namesAt(provider).includes(found.litellm_provider))
    if (entry === undefined || modes[entry.mode] === undefined) return undefined
    return withFacts({ ends: entry.deprecation_date }, ratesOfLiteLlm(entry, modality))
  }
}

/** Finds a route in models.dev's `api.json`. */
export function modelsDev(content) {
  return ({ provider, upstreamId }) => {
    const cost = namesAt(provider)
      .map((name) => content[name]?.models[upstreamId]?.cost)
      .find(Boolean)
    return cost && ratesOfModelsDev(cost)
  }
}

/** Finds a route in the snapshot of model-prices: models.dev's histories with corrections. */
export function modelPrices({ prices, status }) {
  return ({ provider, upstreamId }) => {
    const modes = prices[provider]?.[upstreamId]
    if (modes === undefined) return undefined
    const found = Object.entries(modes).flatMap(([mode, history]) => {
      const rates = history.at(-1)?.rates
      if (!rates) return []
      const { tiers = [], ...base } = rates
      const cost = { ...base, tiers: tiers.map(({ above, ...tier }) => ({ ...tier, tier: { size: above } })) }
      const prefix = mode === 'standard' ? '' : `${mode}.`
      return [...ratesOfModelsDev(cost)].map(([name, rate]) => [prefix + name, rate])
    })
    return withFacts({ status: status[provider]?.[upstreamId] }, new Map(found))
  }
}

const genaiProviders = { xai: 'x-ai', zai: undefined, alibaba: undefined }
const genaiNames = {
  input_mtok: 'prompt',
  output_mtok: 'completion',
  cache_read_mtok: 'cached_prompt',
  cache_write_mtok: 'cache_write',
  input_audio_mtok: 'audio_input',
  cache_audio_read_mtok: 'cached_audio_input',
  output_audio_mtok: 'audio_output',
  input_image_mtok: 'image_input',
  output_image_mtok: 'image_output',
}

/** Finds a route in genai-prices (`findProvider` of the package). A dated later price is the price; the present one introductory. */
export function genaiPrices(findProvider, today) {
  return ({ provider, upstreamId }) => {
    const providerId = provider in genaiProviders ? genaiProviders[provider] : provider
    const models = providerId === undefined ? [] : (findProvider({ providerId })?.models ?? [])
    const found = models.find(({ match }) => isMatch(match, upstreamId))
    if (found === undefined) return undefined
    const versions = Array.isArray(found.prices) ? found.prices : [{ prices: found.prices }]
    const dated = versions.filter(({ constraint }) => constraint?.type !== 'time_of_date')
    const present = dated.findLast(({ constraint }) => (constraint?.start_date ?? '') <= today)
    const later = dated.findLast(({ constraint }) => (constraint?.start_date ?? '') > today)
    const rates = ratesOfGenai(present?.prices ?? {})
    if (later === undefined) return rates
    const introductory = [...rates].map(([name, rate]) => [`introductory.${name}`, rate])
    return new Map([...ratesOfGenai(later.prices), ...introductory])
  }
}

function isMatch(match, id) {
  if (match.or) return match.or.some((one) => isMatch(one, id))
  if (match.and) return match.and.every((one) => isMatch(one, id))
  if (match.regex !== undefined) return new RegExp(match.regex).test(id)
  if (match.equals !== undefined) return match.equals === id
  if (match.starts_with !== undefined) return id === match.starts_with // other models begin with it too
  return false
}

function ratesOfGenai(prices) {
  const rates = new Map()
  for (const [key, price] of Object.entries(prices)) {
    const name = genaiNames[key]
    if (name === undefined || price === undefined) continue
    const { base = price, tiers = [] } = Object(price)
    const add = (prefix, usd) => usd > 0 && rates.set(prefix + name, decimalOf(usd / 1e6))
    add('', Number(base))
    // It selects a tier above `start`, and writes 271999 where the vendor says "from 272,000".
    for (const { start, price: usd } of tiers) add(`above_${start % 1000 === 999 ? start + 1 : start}.`, usd)
  }
  return rates
}

function withFacts(facts, rates) {
  return new Map([...Object.entries(facts).filter(([, fact]) => fact), ...rates])
}

/** Where one data set knows a later price, the others’ present ones are introductory as well. */
export function markIntroductory(rows) {
  const intro = rows.flatMap(({ rates }) => [...rates].filter(([name]) => name.startsWith('introductory.')))
  const present = new Map(intro.map(([name, rate]) => [name.slice('introductory.'.length), rate]))
  return rows.map((row) => ({
    ...row,
    rates: new Map(
      [...row.rates].map(([name, rate]) => [
        present.get(name) === rate ? `introductory.${name}` : name,
        rate,
      ]),
    ),
  }))
}
