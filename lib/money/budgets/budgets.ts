import {
  type BudgetSpendRow,
  deleteBudgetSpend,
  moveBudgetPeriods,
  periodEnd,
  periodStart,
  readBudgetSpend,
} from '@/lib/money/ledger/quota'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { untilHeard } from '@/lib/platform/notify'
import {
  type BudgetRow,
  deleteBudgetRow,
  deleteBudgetRowsOf,
  insertBudget,
  listBudgetRows,
  updateBudget,
} from './repository'
import {
  type Budget,
  type BudgetList,
  type CreateBudgetRequest,
  isForEach,
  type UpdateBudgetRequest,
} from './schema'

/** All count against a request that they match, in its statement. */
const MAX_BUDGETS = 50
const MOST_SHOWN = 10

/** The customer's budgets, newest first. */
export async function listBudgets({ customerId }: Caller): Promise<BudgetList> {
  const rows = await listBudgetRows(customerId)
  const spend = Map.groupBy(await readBudgetSpend(customerId, MOST_SHOWN), (row) => row.budget_id)
  const data = rows.map((row) => present(row, spend.get(row.id) ?? []))
  return { object: 'list', data, has_more: false, next_cursor: '' }
}

/** Effective on every node when this resolves, as are changes. Requests in progress do not count. */
export async function createBudget({ customerId }: Caller, request: CreateBudgetRequest): Promise<Budget> {
  const { scope, match, limit_usd, limit_reset: limitReset } = request
  const common = { id: newId('budget'), customerId, createdAt: clock.now() }
  const row = await insertBudget(
    { ...common, scope, match, limitNanos: toNanos(limit_usd), limitReset },
    MAX_BUDGETS,
  )
  if (row === undefined)
    throw new AppError('invalid_parameter', {
      message: `An account can have at most ${MAX_BUDGETS} budgets. Delete one first.`,
    })
  await everywhere()
  return present(row, [])
}

/**
 * Changes the given fields only. What was spent in the current period goes on counting, in a longer one too. Throws `not_found`.
 */
export async function changeBudget(
  { customerId }: Caller,
  id: string,
  { limit_usd, limit_reset: limitReset }: UpdateBudgetRequest,
): Promise<Budget> {
  const changes = {
    ...(limit_usd !== undefined && { limitNanos: toNanos(limit_usd) }),
    ...(limitReset !== undefined && { limitReset }),
  }
  const row = isBudgetId(id)
    ? await updateBudget(customerId, id, changes, async (budget, transaction) => {
        if (limitReset === undefined) return
        const now = clock.now()
        const period = { start: periodStart(limitReset, now), end: periodEnd(limitReset, now) }
        await moveBudgetPeriods(budget, period, transaction)
      })
    : undefined
  if (row === undefined) throw new AppError('not_found')
  await everywhere()
  const spend = await readBudgetSpend(customerId, MOST_SHOWN)
  return present(
    row,
    spend.filter((one) => one.budget_id === id),
  )
}

/** Requests in progress are settled as usual. Throws `not_found`. */
export async function deleteBudget(
  { customerId }: Caller,
  id: string,
): Promise<{ id: string; object: 'budget'; deleted: true }> {
  if (!isBudgetId(id) || !(await deleteBudgetRow(customerId, id))) throw new AppError('not_found')
  // Not before every node knows, since a request would begin its rows again.
  await everywhere()
  await deleteBudgetSpend(customerId, id)
  return { id, object: 'budget', deleted: true }
}

/** Of a deleted customer. */
export async function eraseBudgetsOf(customerId: string): Promise<void> {
  await deleteBudgetRowsOf(customerId)
  await deleteBudgetSpend(customerId)
}

function everywhere(): Promise<void> {
  return untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a budget was changed, but other nodes may learn of it late'),
  )
}

/** Other ids are not looked up: PostgreSQL rejects text with a NUL, for example. */
function isBudgetId(id: string): boolean {
  return /^budget_[0-9a-z]{1,40}$/.test(id)
}

function toNanos(usd: string): bigint {
  const nanos = parseUsd(usd)
  if (nanos === undefined) throw new AppError('invalid_parameter', { param: 'limit_usd' })
  return nanos
}

function present(row: BudgetRow, spend: readonly BudgetSpendRow[]): Budget {
  const isEach = isForEach(row)
  const values = spend.flatMap(({ value, spent }) =>
    value === null ? [] : [{ value, used_usd: formatUsd(spent) }],
  )
  return {
    id: row.id,
    object: 'budget',
    scope: row.scope,
    match: row.match,
    limit_usd: formatUsd(row.limitNanos),
    limit_reset: row.limitReset,
    used_usd: formatUsd(spend[0]?.total ?? 0n),
    resets_at: periodEnd(row.limitReset, clock.now())?.toISOString() ?? null,
    value_count: isEach ? Number(spend[0]?.count ?? 0n) : null,
    values: isEach ? values : [],
    created_at: row.createdAt.toISOString(),
  }
}
