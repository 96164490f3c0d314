import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'

import { isOpen, type Overdue, type TaskKind } from '@/lib/work/tasks/kind'
import { askUpstream } from './internal/ask-upstream'
import { expireTask, failTask, releaseTask, taskError } from './internal/end-task'
import { startTask } from './internal/start-task'
import { videoTable } from './internal/task-record'
import { findTaskForWork, taskColumns } from './repository'
import { repairTask, type VideoPlan, VideoTurn, videoClaim, videoPlan } from './turn-repository'

/** After a turn that failed on our side. */
const FAILED_SECONDS = 15
/** Upstreams keep their records for a week; after that the outcome is unknown, and waiting is pointless. */
const FATE_KNOWN_MILLIS = 7 * 24 * 3600 * 1000

/** Video tasks: a turn starts one upstream, polls its progress, or copies the film. */
export const videoTasks: TaskKind<VideoTurn, VideoPlan> & Overdue = {
  ...videoTable,
  concurrency: () => env().VIDEO_CONCURRENCY,
  longestTurnSeconds: 15 * 60,
  perform: takeTurn,
  // A start may have reached the upstream: it is repeated only when its time is over.
  afterFailure: ({ is_start }) => (is_start ? undefined : { afterSeconds: FAILED_SECONDS }),
  isUnrepeatable: ({ is_start }) => is_start,
  row: VideoTurn,
  columns: taskColumns,
  claim: videoClaim,
  plan: videoPlan,
  // One whose money is decided is about to end by its turn.
  overdueSql: `settled_at IS NULL AND status IN ('queued', 'processing') AND settlement IS NULL AND execution_deadline_at < $1`,
  expire: expireOverdue,
  repair: repairTask,
}

/**
 * One turn of one task: whatever is due. Answers what it learned and when the next turn is due; undefined when nothing is
 * left to do.
 */
async function takeTurn(turn: VideoTurn, signal: AbortSignal): Promise<VideoPlan | undefined> {
  const { handle, settlement } = turn
  if (turn.is_start) return startTask(turn, signal)
  if (isOpen(turn.status)) {
    if (turn.execution_deadline_at <= clock.now() && settlement === null) {
      await expireTask(turn)
      return { afterSeconds: 0 }
    }
    if (handle !== null) return askUpstream(turn, handle, signal)
    // Decided and perhaps booked, when its process died.
    const code = settlement?.kind === 'settle' ? settlement.reading.errorCode : null
    await failTask(turn, taskError(code ?? 'internal_error'))
    return undefined
  }
  if (handle !== null && !isForgotten(turn)) return askUpstream(turn, handle, signal)
  await releaseTask(turn)
  return undefined
}

function isForgotten({ finished_at }: VideoTurn): boolean {
  return finished_at !== null && clock.now().getTime() - finished_at.getTime() > FATE_KNOWN_MILLIS
}

async function expireOverdue(id: string): Promise<void> {
  const row = await findTaskForWork(id)
  if (row && isOpen(row.status)) await expireTask(row)
}
