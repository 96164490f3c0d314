import type { Answer } from '../answer/answer'
import type { CompletionHead } from './completion-head'
import { endingOf } from './ending-of'
import type { Usage } from './usage-of'
import { type Logprobs, writeLogprobs } from './write-logprobs'

type Delta = { delta: Record<string, unknown>; logprobs: Logprobs | null }

/** The events of a streamed completion, each made when it is wanted. With `usage`, that comes last. */
export function* writeEvents(
  head: CompletionHead,
  answers: readonly Answer[],
  usage: Usage | undefined,
): Generator<string> {
  const { id, created, model } = head
  const start = JSON.stringify({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    system_fingerprint: 'sandbox',
  })
  const opening = `data: ${start.slice(0, -1)},"choices":[`
  const closing = usage === undefined ? ']}\n\n' : '],"usage":null}\n\n'
  for (const [index, answer] of answers.entries()) {
    for (const { delta, logprobs } of writeDeltas(answer, head)) {
      const choice = { index, delta, logprobs, finish_reason: null }
      yield opening + JSON.stringify(choice) + closing
    }
    const last = { index, delta: {}, logprobs: null, ...endingOf(answer) }
    yield opening + JSON.stringify(last) + closing
  }
  if (usage !== undefined) yield `${opening}],"usage":${JSON.stringify(usage)}}\n\n`
  yield 'data: [DONE]\n\n'
}

function* writeDeltas(answer: Answer, { hasSearched, topLogprobs }: CompletionHead): Generator<Delta> {
  const isCalling = answer.toolCalls.length > 0
  const annotations = hasSearched ? { annotations: [] } : {}
  yield plain({ role: 'assistant', content: isCalling ? null : '', refusal: null, ...annotations })
  for (const piece of answer.content) {
    const logprobs = topLogprobs === undefined ? null : writeLogprobs([piece], topLogprobs)
    yield { delta: { content: piece.text }, logprobs }
  }
  for (const [index, call] of answer.toolCalls.entries()) {
    const { id, name } = call
    yield plain({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    for (const { text } of call.arguments)
      yield plain({ tool_calls: [{ index, function: { arguments: text } }] })
  }
}

function plain(delta: Delta['delta']): Delta {
  return { delta, logprobs: null }
}
