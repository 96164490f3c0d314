import { listLimitedKeyRows } from './repository'
import { LimitReset } from './schema'

export type LimitedKey = {
  id: string
  customerId: string
  name: string
  limitNanos: bigint
  limitReset: LimitReset | null
}

/** Keys of all customers that have a spending limit and were used since a moment, by id. */
export async function listLimitedKeys(
  usedSince: Date,
  afterId: string,
  limit: number,
): Promise<LimitedKey[]> {
  const rows = await listLimitedKeyRows(usedSince, afterId, limit)
  return rows.flatMap(({ limitNanos, limitReset, ...row }) =>
    limitNanos === null ? [] : [{ ...row, limitNanos, limitReset: LimitReset.nullable().parse(limitReset) }],
  )
}
