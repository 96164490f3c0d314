import { LRUCache } from 'lru-cache'
import { type Price, parsePrice } from './price'
import { findPrices } from './repository'
import { Pricing } from './schema'

/** `costPrice` is what the provider charges; it defaults to `price`. */
export type VersionedPrice = { version: number; price: Price; costPrice: Price }

const MOST_KEPT = 1000
const kept = new LRUCache<string, VersionedPrice>({ max: MOST_KEPT })

/** Price versions by id, for bills. A version never changes, so it is cached for good. */
export async function readPrices(ids: string[]): Promise<Map<string, VersionedPrice>> {
  const missing = [...new Set(ids)].filter((id) => !kept.has(id))
  const rows = missing.length > 0 ? await findPrices(missing) : []
  const read = new Map(rows.map((row) => [row.id, toVersioned(row)]))
  for (const [id, price] of read) kept.set(id, price)
  return new Map(
    ids.flatMap((id) => {
      const price = read.get(id) ?? kept.get(id)
      return price === undefined ? [] : [[id, price]]
    }),
  )
}

function toVersioned(row: { version: number; pricing: unknown; cost: unknown }): VersionedPrice {
  const price = parsePrice(Pricing.parse(row.pricing))
  const cost = Pricing.safeParse(row.cost).data
  return { version: row.version, price, costPrice: cost === undefined ? price : parsePrice(cost) }
}
