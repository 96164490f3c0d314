import type { Answer } from '../answer/answer'
import type { CompletionHead } from './completion-head'
import type { Usage } from './usage-of'

type Delta = Record<string, unknown>

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
    for (const delta of writeDeltas(answer, head)) {
      const choice = { index, delta, logprobs: null, finish_reason: null }
      yield opening + JSON.stringify(choice) + closing
    }
    const last = { index, delta: {}, logprobs: null, finish_reason: answer.finishReason }
    yield opening + JSON.stringify(last) + closing
  }
  if (usage !== undefined) yield `${opening}],"usage":${JSON.stringify(usage)}}\n\n`
  yield 'data: [DONE]\n\n'
}

function* writeDeltas(answer: Answer, { hasSearched }: CompletionHead): Generator<Delta> {
  const isCalling = answer.toolCalls.length > 0
  const annotations = hasSearched ? { annotations: [] } : {}
  yield { role: 'assistant', content: isCalling ? null : '', refusal: null, ...annotations }
  for (const { text } of answer.content) yield { content: text }
  for (const [index, call] of answer.toolCalls.entries()) {
    const { id, name } = call
    yield { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
    for (const { text } of call.arguments) yield { tool_calls: [{ index, function: { arguments: text } }] }
  }
}
