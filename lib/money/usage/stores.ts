import { env } from '@/lib/platform/env'
import { timeOfId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { listMonths, wasUsedBefore } from './internal/month-repository'
import { findOlder, listOlder, listOlderIds } from './internal/older-repository'
import { findRecord, listBookedIds, type RecordFilter, RowKey, type UsageRecordRow } from './repository'

/**
 * With `USAGE_STORE=clickhouse` older requests are in ClickHouse alone: PostgreSQL has those from the start of its oldest month
 * on, and a month is dropped only when ClickHouse has it (`drop-months.ts`).
 */

/** Reads with that moment, null where PostgreSQL has everything; again where a month was dropped meanwhile. */
export async function acrossStores<Value>(read: (since: Date | null) => Promise<Value>): Promise<Value> {
  if (env().USAGE_STORE === 'postgres') return read(null)
  for (;;) {
    const since = await storedSince()
    const value = await read(since)
    if ((await storedSince())?.getTime() === since?.getTime()) return value
  }
}

async function storedSince(): Promise<Date | null> {
  const [oldest] = await listMonths()
  return oldest?.from ?? null
}

/** `isCut`: there may be older rows, which cannot be read right now. */
export type Found = { rows: UsageRecordRow[]; isCut: boolean }

/** Continues a list that PostgreSQL has, which `read` asks from a moment on, with older rows. */
export function findInBoth(
  customerId: string,
  filter: RecordFilter,
  limit: number,
  read: (filter: RecordFilter) => Promise<UsageRecordRow[]>,
): Promise<Found> {
  return acrossStores(async (since) => {
    if (since === null || (filter.from && filter.from >= since))
      return { rows: await read(filter), isCut: false }
    const rows = await read({ ...filter, from: since })
    if (rows.length === limit || !(await wasUsedBefore(customerId, since))) return { rows, isCut: false }
    const until = filter.until && filter.until < since ? filter.until : since
    try {
      const older = await listOlder(customerId, { ...filter, until }, limit - rows.length)
      return { rows: [...rows, ...older], isCut: false }
    } catch (error) {
      if (rows.length === 0) throw error
      logger.warn({ err: error }, 'older requests could not be read from ClickHouse')
      return { rows, isCut: true }
    }
  })
}

const MINUTE_MILLIS = 60_000

/** One of a customer's requests. */
export function findInEither(customerId: string, id: string): Promise<UsageRecordRow | undefined> {
  return acrossStores(async (since) => {
    const row = await findRecord(customerId, id)
    const madeAt = timeOfId(id)
    const isOlder = since && madeAt && madeAt.getTime() < since.getTime() + MINUTE_MILLIS
    return row ?? (isOlder ? findOlder(customerId, id, madeAt) : undefined)
  })
}

/** Which of these journal rows exist, by id. */
export function listBookedInBoth(rows: readonly object[]): Promise<Set<string>> {
  return acrossStores(async (since) => {
    const booked = await listBookedIds(rows)
    if (since === null) return booked
    const keys = rows.flatMap((row) => RowKey.safeParse(row).data ?? [])
    const older = keys.filter(({ id, created_at }) => !booked.has(id) && new Date(created_at) < since)
    for (const [customerId, own] of Map.groupBy(older, (key) => key.customer_id))
      for (const id of await listOlderIds(
        customerId,
        own.map((key) => key.id),
      ))
        booked.add(id)
    return booked
  })
}
