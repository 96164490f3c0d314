import { clock } from '@/lib/platform/clock'
import type { TaskRow } from '../repository'
import { settleVideo } from '../settle-video'
import { end } from '../work-repository'
import { announce } from './announce'
import { taskError } from './task-error'

/** Its time is over. The next turns, of which the first is due at once, look after what an upstream may still be doing for it. */
export async function expireTask(row: TaskRow): Promise<void> {
  const finishedAt = clock.now()
  const error = taskError('execution_expired')
  await end(row.id, 'expired', { error, finishedAt }, announce)
  await settleVideo(row.id)
}
