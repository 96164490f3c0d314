import { clock } from '@/lib/platform/clock'
import type { TaskRow } from '../repository'
import { settleVideo } from '../settle-video'
import { end } from '../work-repository'
import { announce } from './announce'
import { planTurn } from './plan-turn'
import { taskError } from './task-error'

/** Its time is over. What an upstream may still be doing for it is looked after in the next turns. */
export async function expireTask(row: TaskRow): Promise<void> {
  const finishedAt = clock.now()
  const error = taskError('execution_expired')
  await end(row.id, 'expired', { error, finishedAt }, announce)
  await settleVideo(row.id)
  if (row.handle !== null) await planTurn(row, 0)
}
