import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Transaction } from '@/lib/platform/transaction'
import { withAgreedRates } from './own-price'
import { type Price, parsePrice } from './price'
import { findAgreedRates, findPrices, insertAgreedRates } from './repository'
import { Pricing } from './schema'

/** `costPrice` is what the provider charges; it defaults to the catalog's price. */
export type VersionedPrice = { version: number; price: Price; costPrice: Price }

const MOST_KEPT = 1000
const kept = new LRUCache<string, VersionedPrice>({ max: MOST_KEPT })

/** Separates a price version from a customer's own rates, which replace its rates. */
const SEPARATOR = '~'

/** The ID under which a bill finds a price version with a customer's own rates. */
export function agreedPriceId(priceId: string, ratesId: string): string {
  return `${priceId}${SEPARATOR}${ratesId}`
}

/** Keeps a customer's own rates for good, under an ID that depends on them alone. */
export async function keepAgreedRates(
  pricing: z.infer<typeof Pricing>,
  transaction: Transaction,
): Promise<string> {
  const id = `rates_${hash('sha256', JSON.stringify(pricing), 'hex').slice(0, 32)}`
  await insertAgreedRates(id, pricing, transaction)
  return id
}

/** Price versions by id, for bills. A version never changes, so it is cached for good. */
export async function readPrices(ids: string[]): Promise<Map<string, VersionedPrice>> {
  const missing = [...new Set(ids)].filter((id) => !kept.has(id))
  const read = missing.length > 0 ? await findVersions(missing) : new Map<string, VersionedPrice>()
  for (const [id, price] of read) kept.set(id, price)
  return new Map(
    ids.flatMap((id) => {
      const price = read.get(id) ?? kept.get(id)
      return price === undefined ? [] : [[id, price]]
    }),
  )
}

async function findVersions(ids: readonly string[]): Promise<Map<string, VersionedPrice>> {
  const parts = ids.map((id) => [id, ...id.split(SEPARATOR)] as const)
  const ratesIds = parts.flatMap(([, , ratesId]) => ratesId ?? [])
  const [rows, agreed] = await Promise.all([
    findPrices(parts.map(([, priceId]) => priceId ?? '')),
    ratesIds.length > 0 ? findAgreedRates(ratesIds) : [],
  ])
  return new Map(
    parts.flatMap(([id, priceId, ratesId]) => {
      const row = rows.find((one) => one.id === priceId)
      const rates = agreed.find((one) => one.id === ratesId)
      return row && (ratesId === undefined || rates) ? [[id, toVersioned(row, rates?.pricing)]] : []
    }),
  )
}

type PriceRow = { version: number; pricing: unknown; cost: unknown }

function toVersioned(row: PriceRow, agreed: unknown): VersionedPrice {
  const pricing = Pricing.parse(row.pricing)
  const listed = parsePrice(pricing)
  const price = agreed === undefined ? listed : parsePrice(withAgreedRates(pricing, Pricing.parse(agreed)))
  const cost = Pricing.safeParse(row.cost).data
  return { version: row.version, price, costPrice: cost === undefined ? listed : parsePrice(cost) }
}
