import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { rowJob } from '@/lib/platform/jobs/job'
import type { Ended, WorkSource } from '@/lib/platform/jobs/worker'
import { logger } from '@/lib/platform/logger'
import { takeTurn } from './take-turn'
import {
  claimTurns,
  extendTurns,
  type Plan,
  planTurns,
  returnAllTurns,
  returnTurns,
  type Turn,
} from './turn-repository'
import { TURNS } from './turns-name'

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
