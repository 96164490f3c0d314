import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { TaskTable } from './kind'
import { deleteErased, listUndeleted } from './repository'

const AT_ONCE = 200
/** A worker that has a turn of a cancelled task hears of it long before. */
const RESTS_MILLIS = 60 * 60_000

/**
 * Ends and deletes all tasks of a deleted customer; a row goes when its money is settled, which an upstream that works on
 * decides. True: nothing is left.
 */
export async function eraseTasks(
  table: TaskTable,
  customerId: string,
  endAndDelete: (id: string) => Promise<unknown>,
): Promise<boolean> {
  for (;;) {
    const ids = await listUndeleted(table, customerId, AT_ONCE)
    for (const id of ids) await endAndDelete(id).catch(unlessGone)
    if (ids.length < AT_ONCE) break
  }
  return (await deleteErased(table, customerId, new Date(clock.now().getTime() - RESTS_MILLIS))) === 0
}

function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'task_not_found') throw error
}
