import { clock } from '@/lib/platform/clock'
import { insertResult, type NewResult, type RunRow } from '../../repository'
import { gradeAnswer } from '../grading/grade-answer'
import type { PlannedItem } from '../planned-items'
import type { Answer } from '../suite'
import { type Asked, askItem, type Gateway } from './ask-item'
import { RunStopped } from './run-stopped'

/** So many unanswered items in a row are no accident of single items. */
const MOST_UNANSWERED_IN_A_ROW = 8
const ANSWER_CHARACTERS = 4000

/**
 * Asks the items, some at once, and writes down what came of each. Returns false when the run was taken out of this
 * worker's hands meanwhile. Throws `RunStopped`, or what the signal was aborted with.
 */
export async function performItems(
  run: Pick<RunRow, 'id' | 'take' | 'concurrency'>,
  gateway: Gateway,
  items: readonly PlannedItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const queue = [...items]
  let unansweredInARow = 0
  let isOurs = true
  const work = async () => {
    for (let next = queue.shift(); next !== undefined && isOurs; next = queue.shift()) {
      const asked = await askItem(gateway, next, either)
      unansweredInARow = asked.kind === 'unanswered' ? unansweredInARow + 1 : 0
      isOurs = (await insertResult(run.id, run.take, await toResult(next, asked))) && isOurs
      if (!isOurs) ended.abort()
      if (asked.kind === 'unanswered' && unansweredInARow >= MOST_UNANSWERED_IN_A_ROW)
        throw new RunStopped(`The model does not answer: ${asked.reason}`)
    }
  }
  const workers = Array.from({ length: run.concurrency }, work)
  try {
    await Promise.all(workers)
  } catch (error) {
    ended.abort()
    await Promise.allSettled(workers)
    signal.throwIfAborted()
    if (isOurs) throw error
  }
  return isOurs
}

async function toResult({ suiteId, item }: PlannedItem, asked: Asked): Promise<NewResult> {
  const { requestId, latencyMs, promptTokens, completionTokens, costNanos } = asked
  const common = { suiteId, itemId: item.id, requestId, latencyMs, promptTokens, completionTokens, costNanos }
  const createdAt = clock.now()
  if (asked.kind === 'unanswered')
    return { ...common, createdAt, outcome: 'unanswered', reason: asked.reason, answer: null }
  if (asked.kind === 'refused')
    return { ...common, createdAt, outcome: 'failed', reason: `Refused: ${asked.reason}`, answer: null }
  const grade = await gradeAnswer(item.question, item.check, asked.answer)
  return {
    ...common,
    createdAt: clock.now(),
    outcome: grade.passed ? 'passed' : 'failed',
    reason: grade.passed ? null : storable(grade.reason),
    answer: storable(wordsOf(asked.answer)),
  }
}

/** What was said and called, as people read it. */
function wordsOf({ text, calls }: Answer): string {
  return [text, ...calls.map((call) => `${call.name}(${call.arguments})`)]
    .filter((part) => part !== '')
    .join('\n')
}

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, ANSWER_CHARACTERS).toWellFormed()
}
