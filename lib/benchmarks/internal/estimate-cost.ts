import { type Quantities, totalNanosOf } from '@/lib/billing/price-quantities'
import type { CatalogModel } from '@/lib/catalog/catalog-snapshot'
import { remember } from '@/lib/platform/remember'
import type { PlannedSuite } from '../repository'
import { findSuite } from './find-suite'
import type { Item } from './suite'

export type SuiteEstimate = {
  id: PlannedSuite['id']
  items: number
  promptTokens: number
  maxCompletionTokens: number
}
export type CostEstimate = { suites: SuiteEstimate[]; minNanos: bigint; maxNanos: bigint }

/** Our items have 3.5 to 5 characters a token. Counting them all would keep the process busy for a second. */
const CHARACTERS_PER_TOKEN = 3.5

const sizes = remember('benchmark-item-sizes', () => new WeakMap<Item, number>())

/** What the items cost with no answer and with the longest answers, on the most expensive route that may be taken. */
export function estimateCost(
  model: CatalogModel,
  planned: readonly PlannedSuite[],
  maxTokens: number | null,
): CostEstimate {
  const suites = planned.map(({ id, items }) => {
    const suite = findSuite(id)
    const asked = suite.items.slice(0, items)
    return {
      id,
      items,
      promptTokens: asked.reduce((sum, item) => sum + promptTokensOf(item), 0),
      maxCompletionTokens: items * (maxTokens ?? suite.maxTokens),
    }
  })
  const requests = suites.reduce((sum, { items }) => sum + items, 0)
  const promptTokens = suites.reduce((sum, suite) => sum + suite.promptTokens, 0)
  const completionTokens = suites.reduce((sum, suite) => sum + suite.maxCompletionTokens, 0)
  const onEachRoute = (quantities: Quantities) =>
    model.routes.map(({ price }) => totalNanosOf(price, quantities)).sort((a, b) => Number(a - b))
  return {
    suites,
    minNanos: onEachRoute({ promptTokens, requests })[0] ?? 0n,
    maxNanos: onEachRoute({ promptTokens, completionTokens, requests }).at(-1) ?? 0n,
  }
}

function promptTokensOf(item: Item): number {
  const known = sizes.get(item)
  if (known !== undefined) return known
  const tokens = Math.ceil(JSON.stringify(item.question).length / CHARACTERS_PER_TOKEN)
  sizes.set(item, tokens)
  return tokens
}
