import { releaseTaskMeter, settleTaskMeter } from '@/lib/money/usage/task-meter'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import type { Overdue, Plan, TaskKind, TaskTable, Turn } from './kind'
import {
  deleteErased,
  findUnsettled,
  listOverdue,
  listUndeleted,
  listUnsettled,
  markSettled,
  type Unsettled,
} from './repository'

export { listUnsettledOf } from './repository'

const BATCH_SIZE = 500
const SETTLED_WITHIN_MILLIS = 10_000

/**
 * Books the settlement of a task. The row is written before the money, so a crash between the two is repaired by repeating this: a
 * meter ends only once.
 */
export async function settleTask(table: TaskTable, { id, meter, settlement }: Unsettled): Promise<void> {
  if (settlement.kind === 'release') {
    await releaseTaskMeter(meter)
    await markSettled(table, id, 0n)
    return
  }
  const { costNanos } = await settleTaskMeter(meter, settlement.reading)
  await markSettled(table, id, costNanos)
}

/** Books a task's settlement, if it is decided. Idempotent. */
export async function settleById(table: TaskTable, id: string): Promise<void> {
  const task = await findUnsettled(table, id)
  if (task !== undefined) await settleTask(table, task)
}

/** Books all settlements decided before a time, or all. Idempotent, safe on any node. */
export async function settleDecided(table: TaskTable, before: Date | null = null): Promise<void> {
  for (const id of await listUnsettled(table, before, BATCH_SIZE))
    await attempt(id, () => settleById(table, id))
}

/** Ends tasks past their deadline, and books settlements that a crash left open. */
export async function sweepLeftovers<T extends Turn, P extends Plan>(
  kind: TaskKind<T, P> & Overdue,
): Promise<void> {
  const now = clock.now()
  for (const id of await listOverdue(kind, now, BATCH_SIZE)) await attempt(id, () => kind.expire(id))
  await settleDecided(kind, new Date(now.getTime() - SETTLED_WITHIN_MILLIS))
}

/** A failure must not block the others. */
async function attempt(id: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) =>
    logger.error({ task: id, err: String(error) }, 'a task could not be swept'),
  )
}

const ERASE_BATCH_SIZE = 200
/** Rows stay this long after the end: by then no worker holds a turn of them. */
const KEPT_MILLIS = 60 * 60_000

/**
 * Ends and deletes all tasks of a deleted customer. A row is removed once it is settled, which may have to wait for an upstream.
 * True: nothing is left.
 */
export async function eraseTasks(
  table: TaskTable,
  customerId: string,
  endAndDelete: (id: string) => Promise<unknown>,
): Promise<boolean> {
  for (;;) {
    const ids = await listUndeleted(table, customerId, ERASE_BATCH_SIZE)
    for (const id of ids) await endAndDelete(id).catch(unlessGone)
    if (ids.length < ERASE_BATCH_SIZE) break
  }
  return (await deleteErased(table, customerId, new Date(clock.now().getTime() - KEPT_MILLIS))) === 0
}

function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'task_not_found') throw error
}
