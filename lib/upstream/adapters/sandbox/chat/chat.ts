import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { type TokenChunk, tokenEnds, toLatin1Bytes } from '@/lib/platform/tokens'
import type { ChatByteStream, ChatCall, ChatModel } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import { obeyKnobs, wait } from '../knobs'
import type { Answer } from './answers'
import { type Conversation, parseRequest, readConversation, type SandboxRequest } from './request'

/**
 * A chat model that needs no network and no key. It knows nothing and says so, but behaves like others: it streams, counts
 * tokens, calls tools, writes JSON that fits a schema, and chat-pro thinks. Knobs in the last user message or in a system
 * message (`[[delay:2s]]`, `[[fail:CODE]]`) make it slow, fail or stay silent. An abort rejects with the signal's reason.
 */
export function createSandboxChat(): ChatModel {
  return {
    async complete(call) {
      const { request, conversation } = await open(call)
      if (conversation.knobs.cutAfter !== undefined) throw brokenOff()
      const answers = await plan(request, conversation)
      const usage = usageOf(countPromptTokens(call.request), answers)
      return writeCompletion(headOf(request), answers, usage)
    },

    async stream(call) {
      const { request, conversation } = await open(call)
      const { cutAfter } = conversation.knobs
      if (cutAfter === 0) throw brokenOff()
      const answers = await plan(request, conversation)
      const isUsageWanted = request.stream_options?.include_usage === true
      const usage = isUsageWanted ? usageOf(countPromptTokens(call.request), answers) : undefined
      const events = writeEvents(headOf(request), answers, usage)
      return playScript({ events, chunkDelayMs: paceOf(conversation), cutAfter }, call.signal)
    },
  }
}

/** Parses the call and applies its knobs. */
async function open({
  request: asked,
  signal,
}: ChatCall): Promise<{ request: SandboxRequest; conversation: Conversation }> {
  const request = parseRequest(asked)
  const conversation = readConversation(request)
  await obeyKnobs(conversation.knobs, signal)
  return { request, conversation }
}

/** Loads lazily, because generating instances of schemas needs heavy packages. */
async function plan(request: SandboxRequest, conversation: Conversation) {
  const { planAnswers } = await import('./answers')
  return planAnswers(request, conversation)
}

/** Unscripted answers have the pace of a quick model; answers scripted by knobs come at once by default. */
const DEFAULT_CHUNK_DELAY_MS = 12

function paceOf({ knobs }: Conversation): number {
  const isScripted = knobs.say !== undefined || knobs.tokens !== undefined || knobs.cutAfter !== undefined
  return knobs.chunkDelayMs ?? (isScripted ? 0 : DEFAULT_CHUNK_DELAY_MS)
}

function headOf(request: SandboxRequest): CompletionHead {
  return {
    id: newId('chatcmpl'),
    created: Math.floor(clock.now().getTime() / 1000),
    model: `sandbox/${request.model}`,
    hasSearched: request.web_search === true,
    topLogprobs: request.logprobs === true ? (request.top_logprobs ?? 0) : undefined,
  }
}

/** What all objects of a completion have in common. */
type CompletionHead = {
  id: string
  created: number
  model: string
  hasSearched: boolean
  /** The number of alternatives per token; undefined if no logprobs are requested. */
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
function writeCompletion(head: CompletionHead, answers: readonly Answer[], usage: Usage): Buffer {
  const { id, created, model } = head
  const choices = answers.map((answer, index) => ({
    index,
    message: writeMessage(answer, head),
    logprobs: answer.toolCalls.length > 0 ? null : writeLogprobs(answer.content, head),
    ...endingOf(answer),
  }))
  const object = 'chat.completion'
  return Buffer.from(
    JSON.stringify({ id, object, created, model, choices, usage, system_fingerprint: 'sandbox' }),
  )
}

function writeMessage({ thoughts, content, toolCalls }: Answer, { hasSearched }: CompletionHead) {
  const calls = toolCalls.map((call) => ({
    id: call.id,
    type: call.kind,
    ...inputOf(call, join(call.input), true),
  }))
  return {
    role: 'assistant',
    content: calls.length > 0 ? null : join(content),
    ...(thoughts.length > 0 && { reasoning_content: join(thoughts) }),
    ...(calls.length > 0 && { tool_calls: calls }),
    refusal: null,
    ...(hasSearched && { annotations: [] }),
  }
}

/** The input of a tool, in the fields of its kind. */
function inputOf({ kind, name }: Answer['toolCalls'][number], text: string, isNamed: boolean) {
  const head = isNamed ? { name } : {}
  return kind === 'custom' ? { custom: { ...head, input: text } } : { function: { ...head, arguments: text } }
}

function join(parts: readonly TokenChunk[]): string {
  return parts.map((part) => part.text).join('')
}

const DONE = 'data: [DONE]\n\n'

/** The events of a streamed completion, generated on demand. With `usage`, the last one has it. */
export function* writeEvents(
  head: CompletionHead,
  answers: readonly Answer[],
  usage?: Usage,
): Generator<string> {
  const { id, created, model } = head
  const same = { id, object: 'chat.completion.chunk', created, model, system_fingerprint: 'sandbox' }
  const event = (choices: object[], reported?: Usage | null) =>
    `data: ${JSON.stringify({ ...same, choices, ...(usage !== undefined && { usage: reported ?? null }) })}\n\n`
  for (const [index, answer] of answers.entries()) {
    for (const { delta, logprobs = null } of writeDeltas(answer, head))
      yield event([{ index, delta, logprobs, finish_reason: null }])
    yield event([{ index, delta: {}, logprobs: null, ...endingOf(answer) }])
  }
  if (usage !== undefined) yield event([], usage)
  yield DONE
}

type Delta = { delta: object; logprobs?: ReturnType<typeof writeLogprobs> }

function* writeDeltas({ thoughts, content, toolCalls }: Answer, head: CompletionHead): Generator<Delta> {
  const annotations = head.hasSearched ? { annotations: [] } : {}
  const opening = toolCalls.length > 0 ? null : ''
  yield { delta: { role: 'assistant', content: opening, refusal: null, ...annotations } }
  for (const { text } of thoughts) yield { delta: { reasoning_content: text } }
  for (const part of content) yield { delta: { content: part.text }, logprobs: writeLogprobs([part], head) }
  for (const [index, call] of toolCalls.entries()) {
    yield { delta: { tool_calls: [{ index, id: call.id, type: call.kind, ...inputOf(call, '', true) }] } }
    for (const { text } of call.input)
      yield { delta: { tool_calls: [{ index, ...inputOf(call, text, false) }] } }
  }
}

/** How a choice ends, with the caller's stop sequence that ended it in vLLM's field. */
function endingOf({ finishReason, stopSequence }: Answer) {
  return { finish_reason: finishReason, ...(stopSequence !== undefined && { stop_reason: stopSequence }) }
}

/**
 * OpenAI's logprobs, an entry for each token. The sandbox does not sample, so each token has probability 1 (logprob 0) and is
 * its only alternative.
 */
function writeLogprobs(parts: readonly TokenChunk[], { topLogprobs }: CompletionHead) {
  if (topLogprobs === undefined) return null
  const content = parts.flatMap(({ text }) => {
    // No merge crosses the end of a chunk, so it has the same tokens alone as inside its word.
    const whole = toLatin1Bytes(text)
    return tokenEnds(whole).map((end, at, ends) => {
      const bytes = Buffer.from(whole.slice(at === 0 ? 0 : ends[at - 1], end), 'latin1')
      const candidate = { token: nameOf(bytes), logprob: 0, bytes: [...bytes] }
      return { ...candidate, top_logprobs: topLogprobs > 0 ? [candidate] : [] }
    })
  })
  return { content, refusal: null }
}

/** Parts of a character are written byte by byte, as by OpenAI: ` \xf0\x9f\x8c`. */
function nameOf(bytes: Buffer): string {
  const text = bytes.toString()
  if (!text.includes('\ufffd')) return text
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`)
}

function brokenOff(): UpstreamError {
  return new UpstreamError('failed', { message: 'The sandbox was asked to break off its answer.' })
}

/** `cutAfter`: the stream breaks after this many events, without its end marker. */
type Script = { events: Iterable<string>; chunkDelayMs: number; cutAfter: number | undefined }

/** Plays a script to its receiver, with at most one timer at any time. */
function playScript(script: Script, signal: AbortSignal): ChatByteStream {
  const stopped = new AbortController()
  const over = AbortSignal.any([signal, stopped.signal])
  const chunks = Readable.from(writeChunks(script, over))
  return {
    start(receiver) {
      chunks.on('data', (bytes: Buffer) => {
        if (!over.aborted && !receiver.onChunk(bytes)) chunks.pause()
      })
      chunks.once('end', () => over.aborted || receiver.onEnd())
      chunks.once('error', (cause) => {
        const error = cause instanceof UpstreamError ? cause : new UpstreamError('failed', { cause })
        if (!over.aborted) receiver.onError(error)
      })
    },
    resume: () => void chunks.resume(),
    abort: () => stopped.abort(),
  }
}

/** Without a delay, this many events are sent before others get their turn. */
const EVENTS_AT_ONCE = 32

async function* writeChunks(
  { events, chunkDelayMs, cutAfter }: Script,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const most = chunkDelayMs > 0 ? 1 : EVENTS_AT_ONCE
  let [text, sent] = ['', 0]
  for (const event of events) {
    if (sent > 0 && sent % most === 0) {
      yield Buffer.from(text)
      text = ''
      await (chunkDelayMs > 0 ? wait(chunkDelayMs, signal) : setImmediate())
      signal.throwIfAborted()
    }
    if (cutAfter !== undefined && (sent >= cutAfter || event === DONE)) {
      if (text !== '') yield Buffer.from(text)
      throw brokenOff()
    }
    text += event
    sent++
  }
  yield Buffer.from(text)
}
