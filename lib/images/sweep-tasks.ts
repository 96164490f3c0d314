import { ZodError } from 'zod'
import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { completeTask, failTask, settleEnded, TaskFault } from './internal/end-task'
import { admitNow } from './jobs'
import { emptyExpired } from './output-repository'
import { deleteOld, findTaskForWork, listUnsettledMeters, takeTask } from './repository'
import { HISTORY_DAYS } from './schema'
import { listStuck, listUnsettled, listWaitingCustomers, repairTask } from './work-repository'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SETTLED_WITHIN_MILLIS = MINUTE / 2
/** Well after a run's own deadline and the wait for the store. */
const RUNS_AT_MOST_MILLIS = 60 * MINUTE
/** The queue itself keeps nothing longer than a fortnight. */
const WAITS_AT_MOST_MILLIS = 7 * DAY
const AT_ONCE = 500

/** What crashes left behind: tasks outside the queue, money of ended tasks, tasks that nobody works on, pictures and rows whose time is over. */
export async function sweepTasks(): Promise<void> {
  const now = clock.now()
  const before = (millis: number) => new Date(now.getTime() - millis)
  for (const id of await listWaitingCustomers()) await attempt(id, admitNow)
  await settleEndedTasks(before(SETTLED_WITHIN_MILLIS))
  const stuck = await listStuck(before(RUNS_AT_MOST_MILLIS), before(WAITS_AT_MOST_MILLIS), AT_ONCE)
  for (const id of stuck) await attempt(id, endStuck)
  await emptyExpired(now)
  await deleteOld(before((HISTORY_DAYS + 1) * DAY), AT_ONCE)
}

/** Books the money of tasks that ended before `moment`, where whoever ended them could not. Safe to run anywhere, any number of times. */
export async function settleEndedTasks(moment: Date): Promise<void> {
  for (const id of await listUnsettled(moment, AT_ONCE)) await attempt(id, settleTask)
}

/** What this process cannot read, one of another version may have known how to: only here is that taken for damage. */
async function endStuck(id: string): Promise<void> {
  const task = await takeTask(id, clock.now()).catch((error: unknown) => {
    if (!(error instanceof ZodError)) throw error
    return failUnreadable(id, error)
  })
  if (!task) return
  if (task.made) await completeTask(task, task.made, [])
  else
    await failTask(
      task,
      new TaskFault('execution_expired', 'The task was not drawn in time.', { isFinal: true }),
    )
}

/** One that cannot be helped must not hold up the others. */
async function attempt(id: string, work: (id: string) => Promise<void>): Promise<void> {
  await work(id).catch((error: unknown) =>
    logger.error({ id, err: String(error) }, 'image tasks could not be swept'),
  )
}

/** Which of these meters belong to a task whose money has not been settled. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledMeters(ids)
}

/** Settles a task that ended and whose money did not; does nothing where both have. */
async function settleTask(id: string): Promise<void> {
  const task = await findTaskForWork(id)
  if (task?.settlement && task.settled_at === null) await settleEnded(task, task.settlement)
}

/** A task whose row no worker could read ends as failed all the same, or its money would be held for ever. */
async function failUnreadable(id: string, cause: unknown): Promise<void> {
  await repairTask(id)
  const task = await findTaskForWork(id)
  if (task === undefined) return
  const message = 'Something went wrong on our side.'
  await failTask(task, new TaskFault('internal_error', message, { isFinal: true, cause }))
}
