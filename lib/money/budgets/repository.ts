import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { send, subscribeLate } from '@/lib/platform/notify'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { BudgetReset, BudgetScope } from './schema'

const BudgetRow = z.object({
  id: z.string(),
  customerId: z.string(),
  scope: BudgetScope,
  match: z.string(),
  limitNanos: z.bigint(),
  limitReset: BudgetReset.nullable(),
  createdAt: z.date(),
})
export type BudgetRow = z.infer<typeof BudgetRow>

/** Newest first: ids begin with their time. */
export async function listBudgetRows(customerId: string): Promise<BudgetRow[]> {
  const rows = await prisma.budget.findMany({ where: { customerId }, orderBy: { id: 'desc' } })
  return z.array(BudgetRow).parse(rows)
}

/** Undefined: the customer has `most` already. */
export function insertBudget(data: BudgetRow, most: number): Promise<BudgetRow | undefined> {
  const { customerId } = data
  return changed(customerId, async (transaction) => {
    const lock = `portico:budgets:${customerId}`
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    if ((await transaction.budget.count({ where: { customerId } })) >= most) return undefined
    return BudgetRow.parse(await transaction.budget.create({ data }))
  })
}

type BudgetChange = Partial<Pick<BudgetRow, 'limitNanos' | 'limitReset'>>

/** Undefined: there is none. `together` is part of the transaction. */
export function updateBudget(
  customerId: string,
  id: string,
  data: BudgetChange,
  together: (row: BudgetRow, transaction: Transaction) => Promise<void>,
): Promise<BudgetRow | undefined> {
  return changed(customerId, async (transaction) => {
    const [found] = await transaction.budget.updateManyAndReturn({ where: { id, customerId }, data })
    if (found === undefined) return undefined
    const row = BudgetRow.parse(found)
    await together(row, transaction)
    return row
  })
}

/** False: there is none. */
export function deleteBudgetRow(customerId: string, id: string): Promise<boolean> {
  return changed(customerId, async (transaction) => {
    const { count } = await transaction.budget.deleteMany({ where: { id, customerId } })
    return count > 0
  })
}

export async function deleteBudgetRowsOf(customerId: string): Promise<void> {
  await changed(customerId, (transaction) => transaction.budget.deleteMany({ where: { customerId } }))
}

/** Tells every node in the transaction that the customer's budgets have changed. */
async function changed<Value>(
  customerId: string,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const value = await inTransaction(async (transaction) => {
    const done = await work(transaction)
    await send(transaction, CHANNEL, customerId)
    return done
  })
  forget(customerId)
  return value
}

const CHANNEL = 'portico_budgets'
/** Bounds the effect of a row that was changed without a notification. */
const KNOWN_MILLIS = 300_000

const known = new LRUCache<string, readonly BudgetRow[]>({ max: 20_000, ttl: KNOWN_MILLIS, ttlResolution: 0 })
const loading = new Map<string, Promise<readonly BudgetRow[]>>()
const changes = subscribeLate(CHANNEL, {
  onMessage: forget,
  onGap: () => {
    known.clear()
    loading.clear()
  },
})

/** A customer's budgets; a promise where they must be read. */
export function knownBudgets(customerId: string): readonly BudgetRow[] | Promise<readonly BudgetRow[]> {
  // Without notifications, what is known may be outdated.
  return (changes.isHeard() ? known.get(customerId) : undefined) ?? load(customerId)
}

function load(customerId: string): Promise<readonly BudgetRow[]> {
  const pending = loading.get(customerId)
  if (pending) return pending
  const answer = changes
    .begin()
    .then(() => listBudgetRows(customerId))
    .then((rows) => {
      if (loading.get(customerId) === answer) known.set(customerId, rows)
      return rows
    })
    .finally(() => {
      if (loading.get(customerId) === answer) loading.delete(customerId)
    })
  loading.set(customerId, answer)
  return answer
}

/** Later requests must not join a reading that began before the change. */
function forget(customerId: string): void {
  known.delete(customerId)
  loading.delete(customerId)
}
