import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Transaction } from '@/lib/platform/transaction'
import { requireChatModel } from './internal/require-chat-model'
import { makeRunKey, openRunKey } from './internal/run-key'
import { performRunJob } from './jobs'
import { deleteUnanswered, findRun, listResultRows, moveRun, type RunRow } from './repository'
import { isOpenRun } from './schema'

/**
 * Goes on with what an ended run has not found out: items not asked, or asked and not answered. One that lacks nothing
 * stays as it is: false. With a key of its own again, paid by the caller. Throws `not_found`, `task_not_finished`, `model_not_found`.
 */
export async function resumeRun(caller: Caller, id: string, transaction: Transaction): Promise<boolean> {
  const run = await findRun(id)
  if (run === null) throw new AppError('not_found')
  if (isOpenRun(run.status)) throw new AppError('task_not_finished', { message: 'This run still runs.' })
  if (await isWhole(run)) return false
  requireChatModel(run.modelId)
  const keep = openRunKey(run) !== undefined && !run.ownsKey
  const key = keep ? {} : await makeRunKey(caller, run)
  const data = { ...key, failure: null, finishedAt: null }
  if (!(await moveRun(id, { to: 'queued', data }, transaction)))
    throw new AppError('task_not_finished', { message: 'This run was resumed a moment ago.' })
  await deleteUnanswered(id, transaction)
  await enqueue(performRunJob, { runId: id }, { transaction })
  return true
}

async function isWhole(run: RunRow): Promise<boolean> {
  if (run.status !== 'completed') return false
  return (await listResultRows(run.id, { outcome: 'unanswered' })).length === 0
}
