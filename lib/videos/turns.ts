import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { rowJob } from '@/lib/platform/jobs/row-job'
import type { Ended, WorkSource } from '@/lib/platform/jobs/work-source'
import { logger } from '@/lib/platform/logger'
import { askUpstream } from './internal/ask-upstream'
import { expireTask, failTask, releaseTask, settleVideo, taskError } from './internal/end-task'
import { startTask } from './internal/start-task'
import { isOpen } from './internal/task-record'
import {
  claimTurns,
  extendTurns,
  type Plan,
  planTurns,
  returnAllTurns,
  returnTurns,
  type Turn,
} from './turn-repository'

/** Of the work that is done for tasks: whoever makes a turn due has this process look for it. */
export const TURNS = 'videos.take-turn'

const LONGEST_TURN_SECONDS = 15 * 60
/** After a turn that failed on our side. */
const FAILED_SECONDS = 15

/** A process takes no more turns of one customer at once: an upstream that is slow for one must not hold up all. */
function customerShare(): number {
  return Math.ceil(env().VIDEO_CONCURRENCY * 0.75)
}

/** The turns of tasks, each taken from its row when it is due (turn-repository.ts). */
export const turnSource: WorkSource<Turn, Plan | undefined> = {
  name: TURNS,
  concurrency: () => env().VIDEO_CONCURRENCY,
  hasGroups: true,
  async fetch(free, working) {
    const running = new Map<string, number>()
    for (const { customer_id } of working) running.set(customer_id, (running.get(customer_id) ?? 0) + 1)
    const pieces = await claimTurns({ limit: free, share: customerShare(), running }, clock.now())
    // Of those that were looked through, some may have been passed over for their customers.
    return { pieces, mayHaveMore: pieces.length > 0 }
  },
  perform: takeTurn,
  expireSeconds: () => LONGEST_TURN_SECONDS,
  report: (ended) => planTurns(ended.flatMap(planOf)),
  async touch(turns) {
    const lost = await extendTurns(turns)
    return turns.filter(({ id }) => lost.has(id))
  },
  giveBack: (turns) => returnTurns(turns.filter(({ is_start }) => !is_start)),
}

export const videoTurns = rowJob(turnSource, returnAllTurns)

function planOf(ended: Ended<Turn, Plan | undefined>) {
  const { id, turn, is_start } = ended.piece
  if (ended.ok) return ended.result === undefined ? [] : [{ id, turn, ...ended.result }]
  logger.warn({ task: id, turn, err: String(ended.error) }, 'a turn of a video task failed')
  // A start may have reached the upstream: it is repeated only when its time is over.
  return is_start ? [] : [{ id, turn, afterSeconds: FAILED_SECONDS }]
}

/** Upstreams keep their records for a week; after that nobody knows any more, and nobody need wait. */
const FATE_KNOWN_MILLIS = 7 * 24 * 3600 * 1000

/**
 * One turn of one task: starts it upstream, asks how it goes, copies the film, books the money, whatever is due. Answers
 * what it learned and when the next turn is due; undefined when nothing is left to do.
 */
export async function takeTurn(turn: Turn, signal: AbortSignal): Promise<Plan | undefined> {
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
  if (turn.settled_at !== null) return undefined
  if (settlement !== null) await settleVideo(turn.id)
  else if (handle === null || isForgotten(turn)) await releaseTask(turn)
  else return askUpstream(turn, handle, signal)
  return undefined
}

function isForgotten({ finished_at }: Turn): boolean {
  return finished_at !== null && clock.now().getTime() - finished_at.getTime() > FATE_KNOWN_MILLIS
}
