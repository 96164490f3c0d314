import { enqueue } from '@/lib/platform/jobs/enqueue'
import { tryRoutes } from '@/lib/routing/try-routes'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { videoModelFor } from '@/lib/upstream/registry'
import { takeTurnJob } from '../jobs'
import { findTaskForWork, type TaskRow } from '../repository'
import { isOpen } from '../state'
import { markStarting, saveHandle } from '../work-repository'
import { failTask } from './fail-task'
import { findRoute } from './find-route'
import { isFinalFault } from './is-final-fault'
import { openNudge } from './open-nudge'
import { planTurn } from './plan-turn'
import { releaseTask } from './release-task'
import { taskErrorOf } from './task-error'
import { videoCall } from './video-call'

/** Tries before a task fails for an upstream that does not take it: about eight minutes. */
const MOST_STARTS = 8
const LONGEST_WAIT_SECONDS = 300

/** No start takes that long; should the process die in one, the next turn begins then. */
const GUARD_SECONDS = 120

/** Gives the task to the first of its routes that takes it. */
export async function startTask(row: TaskRow, signal: AbortSignal): Promise<void> {
  if (!(await claimStart(row))) return abandon(row.id)
  const claimed = { ...row, turn: row.turn + 1, starts: row.starts + 1 }
  const refusal = await startAnywhere(claimed, signal)
  if (refusal === undefined) return planTurn(claimed, 0)
  const error = taskErrorOf(refusal)
  if (isFinalFault(refusal) || claimed.starts >= MOST_STARTS) return failTask(claimed, error)
  const wait = Math.max(refusal.retryAfterSeconds ?? 0, 2 ** claimed.starts)
  return planTurn(claimed, Math.min(wait, LONGEST_WAIT_SECONDS))
}

function claimStart({ id, turn, customer_id }: TaskRow): Promise<boolean> {
  return markStarting(id, turn, GUARD_SECONDS, (transaction) =>
    enqueue(
      takeTurnJob,
      { taskId: id, turn: turn + 1 },
      { transaction, group: customer_id, startAfterSeconds: GUARD_SECONDS },
    ),
  )
}

/** Undefined once one has taken it; else why the last one did not. */
async function startAnywhere(row: TaskRow, signal: AbortSignal): Promise<UpstreamError | undefined> {
  const routes = row.routes.flatMap((planned) => findRoute(planned) ?? [])
  if (routes.length === 0)
    return new UpstreamError('unreachable', { message: 'No provider serves this model just now.' })
  const nudgeUrl = await openNudge(row.id)
  const tried = await tryRoutes(
    routes,
    signal,
    (route) => videoModelFor(route.target).start(videoCall(row, route, nudgeUrl, signal)),
    { isSafeToGoOn: wasNotTaken },
  )
  if (tried.ok) {
    await saveHandle(row.id, tried.route.routeId, tried.result.handle)
    return undefined
  }
  if (tried.error instanceof UpstreamError) return tried.error
  throw tried.error
}

/** An upstream that fell silent may have taken the task; asking another one at once would have it filmed twice. */
function wasNotTaken({ fault, status }: UpstreamError): boolean {
  return fault === 'timeout' || fault === 'failed' ? status !== undefined : true
}

/** It ended before this turn: where no upstream has it, nobody will make it. */
async function abandon(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row !== undefined && !isOpen(row.status) && row.handle === null) await releaseTask(row)
}
