import { deleteObjects } from '@/lib/objects/delete-objects'
import { clock } from '@/lib/platform/clock'
import { costOfTask } from '@/lib/usage/task-meter'
import type { TaskRow } from '../repository'
import type { StoredOutput } from '../work-repository'
import { endTask } from './end-task'
import type { Made } from './task-record'

/** processing → completed, with its pictures and what is charged for them. Too late: the pictures go again. */
export async function completeTask(
  task: TaskRow,
  made: Made,
  outputs: readonly StoredOutput[],
): Promise<void> {
  const reading = { ...made.reading, endedAt: clock.now() }
  const hasEnded = await endTask(task, task.run, {
    to: 'completed',
    made,
    costNanos: await costOfTask(reading),
    settlement: { kind: 'settle', reading },
    outputs,
  })
  if (hasEnded) return
  const ids = outputs.flatMap(({ objectId }) => objectId ?? [])
  await deleteObjects(task.customer_id, ids)
}
