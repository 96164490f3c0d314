import { type TokenPiece, tokenEnds, toLatin1Bytes } from '@/lib/platform/tokens'
import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { wait } from '../knobs'
import type { Answer } from './answers'

/** What every object of one completion has in common. */
export type CompletionHead = {
  id: string
  created: number
  model: string
  hasSearched: boolean
  /** How many of the likeliest tokens are named at each place; undefined where no logprobs are wanted. */
  topLogprobs: number | undefined
}

type Usage = ReturnType<typeof usageOf>

export function usageOf(promptTokens: number, answers: readonly Answer[]) {
  const sum = (count: (answer: Answer) => number) => answers.reduce((total, one) => total + count(one), 0)
  const completionTokens = sum(({ tokens }) => tokens)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: sum(({ thoughtTokens }) => thoughtTokens) },
  }
}

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
  const toolCalls = answer.toolCalls.map(({ id, kind, name, input }) => ({
    id,
    type: kind,
    ...(kind === 'custom'
      ? { custom: { name, input: join(input) } }
      : { function: { name, arguments: join(input) } }),
  }))
  return {
    role: 'assistant',
    content: isCalling ? null : join(answer.content),
    ...(answer.thoughts.length > 0 ? { reasoning_content: join(answer.thoughts) } : {}),
    ...(isCalling ? { tool_calls: toolCalls } : {}),
    refusal: null,
    ...(hasSearched ? { annotations: [] } : {}),
  }
}

function join(pieces: readonly TokenPiece[]): string {
  return pieces.map((piece) => piece.text).join('')
}

type Delta = { delta: Record<string, unknown>; logprobs: ReturnType<typeof writeLogprobs> | null }

/** The events of a streamed completion, each made when it is wanted. With `usage`, that comes last. */
export function* writeEvents(
  head: CompletionHead,
  answers: readonly Answer[],
  usage?: Usage,
): Generator<string> {
  const { id, created, model } = head
  const object = 'chat.completion.chunk'
  const start = JSON.stringify({ id, object, created, model, system_fingerprint: 'sandbox' })
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
  for (const { text } of answer.thoughts) yield plain({ reasoning_content: text })
  for (const piece of answer.content) {
    const logprobs = topLogprobs === undefined ? null : writeLogprobs([piece], topLogprobs)
    yield { delta: { content: piece.text }, logprobs }
  }
  for (const [index, { id, kind, name, input }] of answer.toolCalls.entries()) {
    const called = kind === 'custom' ? { custom: { name, input: '' } } : { function: { name, arguments: '' } }
    yield plain({ tool_calls: [{ index, id, type: kind, ...called }] })
    for (const { text } of input) {
      const more = kind === 'custom' ? { custom: { input: text } } : { function: { arguments: text } }
      yield plain({ tool_calls: [{ index, ...more }] })
    }
  }
}

function plain(delta: Delta['delta']): Delta {
  return { delta, logprobs: null }
}

/** How a choice ends; where a sequence of the caller's stopped it, also which, in the field that vLLM has for that. */
function endingOf({ finishReason, stopSequence }: Answer) {
  return { finish_reason: finishReason, ...(stopSequence !== undefined && { stop_reason: stopSequence }) }
}

/**
 * OpenAI's account of a text, an entry for each token. The sandbox never chooses by chance, so each of its tokens has the
 * probability 1 (a logprob of 0) and no alternatives: that one is its whole list of the likeliest.
 */
function writeLogprobs(pieces: readonly TokenPiece[], topLogprobs: number) {
  const content = pieces.flatMap(readTokens).map((bytes) => {
    const candidate = { token: nameOf(bytes), logprob: 0, bytes: [...bytes] }
    return { ...candidate, top_logprobs: topLogprobs > 0 ? [candidate] : [] }
  })
  return { content, refusal: null }
}

/** No merge crosses the end of a piece, so that it falls apart alone as it does inside its word. */
function readTokens({ text, tokens }: TokenPiece): Buffer[] {
  if (tokens === 1) return [Buffer.from(text)]
  const bytes = toLatin1Bytes(text)
  let start = 0
  return tokenEnds(bytes).map((end) => {
    const token = Buffer.from(bytes.slice(start, end), 'latin1')
    start = end
    return token
  })
}

/** A part of a character is written byte by byte, as OpenAI does: ` \xf0\x9f\x8c`. */
function nameOf(bytes: Buffer): string {
  const text = bytes.toString()
  if (Buffer.from(text).equals(bytes)) return text
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`,
  ).join('')
}

type Script = {
  events: Iterator<string>
  chunkDelayMs: number
  /** The stream breaks with this error after so many events, and never says that it is done. */
  cut: { after: number; error: UpstreamError } | undefined
  signal: AbortSignal
}

/** Without a delay, so many events go out at once before others have their turn. */
const EVENTS_AT_ONCE = 32
const DONE = 'data: [DONE]\n\n'

/** Plays a script to its receiver. At most one timer exists for it at any time. */
export function playScript({ events, chunkDelayMs, cut, signal }: Script): ChatByteStream {
  const own = new AbortController()
  const over = AbortSignal.any([signal, own.signal])
  const most = chunkDelayMs > 0 ? 1 : EVENTS_AT_ONCE
  let sent = 0
  let goOn = () => {}

  /** The next events, and whether they are the last. A stream that is to break never gets to say that it is done. */
  function take(): { text: string; isEnd: boolean } {
    let text = ''
    for (let count = 0; count < most; count++) {
      if (cut !== undefined && sent >= cut.after) return { text, isEnd: true }
      const { value, done } = events.next()
      if (done === true || (cut !== undefined && value === DONE)) return { text, isEnd: true }
      sent++
      text += value
      if (value === DONE) return { text, isEnd: true }
    }
    return { text, isEnd: false }
  }

  async function play(receiver: ChatStreamReceiver): Promise<void> {
    await nextTurn()
    while (!over.aborted) {
      const resumed = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const { text, isEnd } = take()
      if (text !== '' && !receiver.onChunk(Buffer.from(text))) await resumed
      if (over.aborted) return
      if (isEnd) return cut === undefined ? receiver.onEnd() : receiver.onError(cut.error)
      // An abort ends the wait; the loop sees it.
      if (chunkDelayMs > 0) await wait(chunkDelayMs, over).catch(() => undefined)
      else await nextTurn()
    }
  }

  return { start: (receiver) => void play(receiver), resume: () => goOn(), abort: () => own.abort() }
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))
