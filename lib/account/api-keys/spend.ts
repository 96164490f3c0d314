import type { z } from 'zod'
import {
  periodEnd,
  periodStart,
  readKeySpend,
  recountPeriod,
  spentThisPeriod,
} from '@/lib/money/ledger/quota'
import { LimitReset, type spendFields } from '@/lib/money/ledger/schema'
import { readCosts } from '@/lib/money/usage/read-usage'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { untilHeard } from '@/lib/platform/notify'
import { listOwnedKeys } from './repository'

export { type Limited, listAllLimited } from './repository'

/** What organizations, members and projects have spent. A key takes its history with it to another project or member. */
export type SpenderKind = 'organization' | 'member' | 'project'

/** The columns of any of them. */
export type Spender = { id: string; limitNanos: bigint | null; limitReset: string | null; timezone?: string }

type SpendRecord = z.infer<z.ZodObject<typeof spendFields>>

/** The fields of each on the wire, by id. */
export async function readSpend(
  customerId: string,
  kind: SpenderKind,
  rows: readonly Spender[],
): Promise<Map<string, SpendRecord>> {
  const now = clock.now()
  const kept = await readKeySpend(rows.filter(isLimited).map(({ id }) => id))
  const counted = await countSpend(
    customerId,
    kind,
    rows.filter((row) => !isLimited(row)),
  )
  return new Map(
    rows.map((row) => {
      const spend = kept.get(row.id)
      const used = counted.get(row.id) ?? spentThisPeriod(resetOf(row), spend, now, row.timezone)
      const left = row.limitNanos === null ? null : row.limitNanos - used - (spend?.heldNanos ?? 0n)
      const record = {
        limit_usd: row.limitNanos === null ? null : formatUsd(row.limitNanos),
        limit_reset: resetOf(row),
        used_usd: formatUsd(used),
        limit_remaining_usd: left === null ? null : formatUsd(left > 0n ? left : 0n),
        limit_resets_at: periodEnd(resetOf(row), now, row.timezone)?.toISOString() ?? null,
      }
      return [row.id, record]
    }),
  )
}

/** The columns that a request sets. Omitted fields are omitted; null clears. */
export function spendLimitColumns(given: {
  limit_usd?: string | null | undefined
  limit_reset?: LimitReset | null | undefined
}) {
  const { limit_usd: limit, limit_reset: limitReset } = given
  return {
    ...(limit !== undefined && { limitNanos: limit === null ? null : toNanos(limit) }),
    ...(limitReset !== undefined && { limitReset }),
  }
}

function toNanos(usd: string): bigint {
  const nanos = parseUsd(usd)
  if (nanos === undefined) throw new AppError('invalid_parameter', { param: 'limit_usd' })
  return nanos
}

/**
 * Saves a change of a limit, so that what was spent in the period counts from its first moment on every node; `save` returns the
 * row afterwards. Requests that began before there was any limit do not count against it.
 */
export async function saveSpendLimit<Row extends Spender>(
  customerId: string,
  kind: SpenderKind,
  { before, change }: { before: Spender; change: Partial<Omit<Spender, 'id'>> },
  save: () => Promise<Row>,
): Promise<Row> {
  if (!isLimited(before)) await recountSpend(customerId, kind, [{ ...before, ...change }])
  const row = await save()
  await everywhere()
  const isMoved = row.limitReset !== before.limitReset || row.timezone !== before.timezone
  if (isMoved || !isLimited(before)) await recountSpend(customerId, kind, [row])
  return row
}

/** Waits until every node has heard of a change. */
export async function everywhere(): Promise<void> {
  await untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a change of keys or limits may reach other nodes late'),
  )
}

/** Counts again what was spent in the current periods of those that have limits. */
export async function recountSpend(
  customerId: string,
  kind: SpenderKind,
  rows: readonly Spender[],
): Promise<void> {
  const now = clock.now()
  const limited = rows.filter(isLimited)
  if (limited.length === 0) return
  const ids = await idsOf(customerId, kind)
  for (const row of limited) {
    const [start, end] = [periodStart, periodEnd].map((of) => of(resetOf(row), now, row.timezone))
    await recountPeriod({ id: row.id, customerId, start: start ?? null, end: end ?? null }, async (db) => {
      const costs = await readCosts(customerId, start ?? new Date(0), db)
      return sumOf(costs, ids, row.id)
    })
  }
}

type Costs = Awaited<ReturnType<typeof readCosts>>

/** By usage, for those without a limit, of which the ledger keeps no sum. Reads once per period. */
async function countSpend(
  customerId: string,
  kind: SpenderKind,
  rows: readonly Spender[],
): Promise<Map<string, bigint>> {
  if (rows.length === 0) return new Map()
  const now = clock.now()
  const ids = await idsOf(customerId, kind)
  const costs = new Map<number, Promise<Costs>>()
  const sums = rows.map(async (row) => {
    const start = periodStart(resetOf(row), now, row.timezone) ?? new Date(0)
    const read = costs.get(start.getTime()) ?? readCosts(customerId, start)
    costs.set(start.getTime(), read)
    return [row.id, sumOf(await read, ids, row.id)] as const
  })
  return new Map(await Promise.all(sums))
}

type Ids = Map<string, ReadonlySet<string>> | undefined

/** The ids under which usage is counted, by spender; undefined: all. Requests in the console have the member's own id. */
async function idsOf(customerId: string, kind: SpenderKind): Promise<Ids> {
  if (kind === 'organization') return undefined
  const ids = new Map<string, Set<string>>()
  for (const { id, ownerId, projectId } of await listOwnedKeys(customerId)) {
    const spender = kind === 'member' ? ownerId : projectId
    if (spender !== null) ids.set(spender, (ids.get(spender) ?? new Set()).add(id))
  }
  return ids
}

function sumOf(costs: Costs, ids: Ids, spender: string): bigint {
  const own = costs.filter(({ id }) => ids === undefined || id === spender || ids.get(spender)?.has(id))
  return own.reduce((sum, { costNanos }) => sum + costNanos, 0n)
}

const isLimited = ({ limitNanos }: Spender) => limitNanos !== null
const resetOf = ({ limitReset }: Spender) => LimitReset.nullable().parse(limitReset)
