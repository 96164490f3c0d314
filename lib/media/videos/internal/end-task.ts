import type { Failure } from '@/lib/gateway/routing/upstream-fault'
import { clock } from '@/lib/platform/clock'
import { describeFailure } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { sendCallback } from '@/lib/work/deliveries/send-callback'
import type { WaitingFor } from '@/lib/work/tasks/kind'
import { settleById } from '@/lib/work/tasks/settle'
import { toVideoTask } from '../presenter'
import type { ShownTask, TaskRow } from '../repository'
import type { VideoTaskError } from '../schema'
import { end, saveSettlement } from '../work-repository'
import { readingOf } from './made-video'
import { videoTable } from './task-record'

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

export const waitingForOf = ({ code, message }: VideoTaskError): WaitingFor => ({ code, message })

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

/** Notifies the customer's server how the task ended, where that was requested: the task as it is polled from then on. */
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
export function settleVideo(id: string): Promise<void> {
  return settleById(videoTable, id)
}
