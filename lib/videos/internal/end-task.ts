import { sendCallback } from '@/lib/callbacks/send-callback'
import { clock } from '@/lib/platform/clock'
import { describeFailure } from '@/lib/platform/task-failures'
import type { Transaction } from '@/lib/platform/transaction'
import type { Failure } from '@/lib/routing/failure-of'
import { releaseTaskMeter } from '@/lib/usage/release-task-meter'
import { settleTaskMeter } from '@/lib/usage/settle-task-meter'
import { toVideoTask } from '../presenter'
import { findTaskForWork, type ShownTask, type TaskRow } from '../repository'
import type { VideoTaskError } from '../schema'
import { end, markSettled, saveSettlement } from '../work-repository'
import { readingOf } from './made-video'

type Details = Partial<Pick<Failure, 'message' | 'param'>> & {
  /** What the upstream knows; a code that may pass may pass whatever it says of this task. */
  isRetryable?: boolean
}

/** The error object of a task that made nothing. */
export function taskError(code: string, details: Details = {}): VideoTaskError {
  const { message, type, retryable } = describeFailure(code)
  return {
    code,
    message: details.message ?? message,
    type,
    param: details.param ?? null,
    retryable: retryable || details.isRetryable === true,
  }
}

/** It made nothing and will not: booked as failed, at no cost. */
export async function failTask(row: TaskRow, error: VideoTaskError): Promise<void> {
  const finishedAt = clock.now()
  await saveSettlement(row.id, readingOf(row, finishedAt, { errorCode: error.code }))
  await settleVideo(row.id)
  await end(row.id, 'failed', { error, finishedAt }, announce)
}

/** Its time is over. The next turns, of which the first is due at once, look after what an upstream may still be doing for it. */
export async function expireTask(row: TaskRow): Promise<void> {
  const finishedAt = clock.now()
  const error = taskError('execution_expired')
  await end(row.id, 'expired', { error, finishedAt }, announce)
  await settleVideo(row.id)
}

/** Ended, and no upstream works for it any more: the money goes back. */
export async function releaseTask(row: TaskRow): Promise<void> {
  await saveSettlement(row.id, { kind: 'release' })
  await settleVideo(row.id)
}

/** Tells the customer's server how the task ended, where it asked for that: the task as it is polled from then on. */
export async function announce(transaction: Transaction, row: ShownTask): Promise<void> {
  if (row.callback_url === null) return
  await sendCallback({
    customerId: row.customer_id,
    url: row.callback_url,
    event: `video.generation.${row.status}`,
    taskId: row.id,
    data: toVideoTask(row),
    transaction,
  })
}

/** Books how a task's money ends, once that is decided. May run any number of times. */
export async function settleVideo(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row === undefined || row.settlement === null || row.settled_at !== null) return
  if (row.settlement.kind === 'release') {
    await releaseTaskMeter(row.meter)
    await markSettled(id, 0n)
    return
  }
  const { costNanos } = await settleTaskMeter(row.meter, row.settlement.reading)
  await markSettled(id, costNanos)
}
