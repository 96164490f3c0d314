import { type Price, parsePrice } from './price'
import { findPrices } from './repository'
import { Pricing } from './schema'

export type VersionedPrice = { version: number; price: Price }

/** Price versions by id, for bills. A price never changes, so neither does a bill. */
export async function readPrices(ids: string[]): Promise<Map<string, VersionedPrice>> {
  const rows = await findPrices([...new Set(ids)])
  return new Map(
    rows.map((row) => [row.id, { version: row.version, price: parsePrice(Pricing.parse(row.pricing)) }]),
  )
}
