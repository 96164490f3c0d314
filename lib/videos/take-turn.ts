import { clock } from '@/lib/platform/clock'
import { askUpstream } from './internal/ask-upstream'
import { expireTask } from './internal/expire-task'
import { failTask } from './internal/fail-task'
import { releaseTask } from './internal/release-task'
import { startTask } from './internal/start-task'
import { taskError } from './internal/task-error'
import { settleVideo } from './settle-video'
import { isOpen } from './state'
import type { Plan, Turn } from './turn-repository'

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
