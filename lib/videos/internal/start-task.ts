import { clock } from '@/lib/platform/clock'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { attemptAt } from '@/lib/routing/attempt'
import { failureOf } from '@/lib/routing/failure-of'
import { tryRoutes } from '@/lib/routing/try-routes'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { videoModelFor } from '@/lib/upstream/registry'
import type { UpstreamTry } from '@/lib/usage/meter-reading'
import { takeTurnJob } from '../jobs'
import { findTaskForWork, type TaskRow } from '../repository'
import { isOpen } from '../state'
import { markStarting, saveAttempts, saveHandle } from '../work-repository'
import { failTask } from './fail-task'
import { findRoute } from './find-route'
import { nextAskSeconds } from './next-ask-seconds'
import { openNudge } from './open-nudge'
import { planTurn } from './plan-turn'
import { releaseTask } from './release-task'
import { taskError } from './task-error'
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
  const { refusal, attempts } = await startAnywhere(claimed, signal)
  if (refusal === undefined) return planTurn(claimed, nextAskSeconds(row.created_at, clock.now()))
  const failure = failureOf(refusal)
  if (failure.isFinal || claimed.starts >= MOST_STARTS)
    return failTask(
      { ...claimed, attempts: [...row.attempts, ...attempts] },
      taskError(failure.code, { message: failure.message, param: failure.param }),
    )
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

type Started = {
  /** Undefined once one has taken it; else why the last one did not. */
  refusal: UpstreamError | undefined
  attempts: readonly UpstreamTry[]
}

async function startAnywhere(row: TaskRow, signal: AbortSignal): Promise<Started> {
  const routes = row.routes.flatMap((planned) => findRoute(planned) ?? [])
  if (routes.length === 0) {
    const message = 'No provider serves this model just now.'
    return { refusal: new UpstreamError('unreachable', { message }), attempts: [] }
  }
  const nudgeUrl = await openNudge(row.id)
  const tried = await tryRoutes(
    routes,
    signal,
    async (route, _failed, startedAt) => {
      const { handle } = await videoModelFor(route.target).start(videoCall(row, route, nudgeUrl, signal))
      return { handle, latencyMs: performance.now() - startedAt }
    },
    { isSafeToGoOn: wasNotTaken },
  )
  if (!tried.ok) {
    if (!(tried.error instanceof UpstreamError)) throw tried.error
    await saveAttempts(row.id, tried.attempts)
    return { refusal: tried.error, attempts: tried.attempts }
  }
  const { result, route } = tried
  await saveHandle(row.id, route.routeId, result.handle)
  // After earlier turns that failed this one is the last of the tries.
  const isLast = tried.attempts.length === 0 && row.attempts.length > 0
  const attempts = isLast ? [attemptAt(route, { code: null, status: 200, ...result })] : tried.attempts
  if (attempts.length > 0) await saveAttempts(row.id, attempts)
  return { refusal: undefined, attempts }
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
