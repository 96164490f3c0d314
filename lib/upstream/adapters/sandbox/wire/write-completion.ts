import type { TokenPiece } from '@/lib/platform/tokens'
import type { Answer } from '../answer/answer'
import type { CompletionHead } from './completion-head'
import { endingOf } from './ending-of'
import type { Usage } from './usage-of'
import { writeLogprobs } from './write-logprobs'

/** The bytes of a `chat.completion`. */
export function writeCompletion(head: CompletionHead, answers: readonly Answer[], usage: Usage): Buffer {
  const completion = {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: answers.map((answer, index) => ({
      index,
      message: writeMessage(answer, head),
      logprobs: logprobsOf(answer, head),
      ...endingOf(answer),
    })),
    usage,
    system_fingerprint: 'sandbox',
  }
  return Buffer.from(JSON.stringify(completion))
}

function logprobsOf({ content, toolCalls }: Answer, { topLogprobs }: CompletionHead) {
  const isTold = topLogprobs !== undefined && toolCalls.length === 0
  return isTold ? writeLogprobs(content, topLogprobs) : null
}

function writeMessage(answer: Answer, { hasSearched }: CompletionHead) {
  const isCalling = answer.toolCalls.length > 0
  const toolCalls = answer.toolCalls.map(({ id, name, arguments: pieces }) => ({
    id,
    type: 'function',
    function: { name, arguments: join(pieces) },
  }))
  return {
    role: 'assistant',
    content: isCalling ? null : join(answer.content),
    ...(isCalling ? { tool_calls: toolCalls } : {}),
    refusal: null,
    ...(hasSearched ? { annotations: [] } : {}),
  }
}

function join(pieces: readonly TokenPiece[]): string {
  return pieces.map((piece) => piece.text).join('')
}
