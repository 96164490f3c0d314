import { clock } from '@/lib/platform/clock'
import type { TaskRow } from '../repository'
import { settleVideo } from '../settle-video'
import { end } from '../work-repository'
import { announce } from './announce'
import { taskError } from './task-error'

/** Its time is over. What an upstream may still be doing for it is looked after in the next turns, the first of which is due at once. */
export async function expireTask(row: TaskRow): Promise<void> {
  const finishedAt = clock.now()
  const error = taskError('execution_expired')
  await end(row.id, 'expired', { error, finishedAt }, announce)
  await settleVideo(row.id)
}
