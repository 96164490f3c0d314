import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { findRun, moveRun } from './repository'

/** Ends a run; what it has found stays. Its worker notices before it writes down the next answer. Throws `not_found`, `task_not_cancellable`. */
export async function cancelRun(id: string, transaction: Transaction): Promise<void> {
  if ((await findRun(id)) === null) throw new AppError('not_found')
  const isMoved = await moveRun(id, { to: 'cancelled', data: { finishedAt: clock.now() } }, transaction)
  if (!isMoved) throw new AppError('task_not_cancellable', { message: 'This run has ended already.' })
}
