import { setImmediate } from 'node:timers/promises'
import { isRecord, parseJson } from '@/lib/platform/json'
import { isNestedDeeper } from '@/lib/platform/json-source'
import { UpstreamError } from '../contract/upstream-error'
import { ChunkReader, type ReadChunk } from './chunks'
import { inBandError, readEnvelope } from './errors'
import { BodyStart, EventSplitter, isDone } from './frames'
import { type Fields, fieldsOf, isText, listOf } from './members'
import { type FinishReason, finishReasonOf, readFinishReason, readMessage, wordsOf } from './message'
import { readWholeCalls, toIndex } from './tool-calls'
import { readUsage, type Usage } from './usage'

export type CompletionChoice = Fields & { index: number; message: Fields; finish_reason: FinishReason }

/** A whole answer of an upstream: as read, and with all of its fields. */
export type Completion = {
  choices: readonly CompletionChoice[]
  created: number | undefined
  usage: Usage | undefined
  serviceTier: string | undefined
  answer: Fields
}

const BRACE = 0x7b
/** No real answer is nested deeper. Writing JSON recurses per level, and would overflow the stack. */
const MOST_NESTING = 500
const MOST_CHOICES = 128

/**
 * Parses a whole answer: JSON, or a stream that was not requested. Values that are empty, null or of a wrong type count as
 * absent. Throws UpstreamError if it is invalid or reports a failure. `isLegacy`: the client described functions, not tools.
 */
export function readCompletion(bytes: Buffer, isLegacy = false): Completion | Promise<Completion> {
  try {
    if (bytes[0] !== BRACE && new BodyStart().read(bytes.toString('latin1', 0, 65_536)) === 'events')
      return readEvents(bytes, isLegacy).catch(failed)
    return readWhole(parseWhole(bytes), isLegacy)
  } catch (cause) {
    return failed(cause)
  }
}

function failed(cause: unknown): never {
  throw cause instanceof UpstreamError ? cause : new UpstreamError('failed', { cause })
}

/** Parses a JSON body, which may have a byte order mark before it and a stream's `[DONE]` after it. */
export function parseWhole(bytes: Buffer): unknown {
  if (isNestedDeeper(bytes, MOST_NESTING)) throw new Error('the answer is nested too deep')
  const text = bytes.toString('utf8', bytes[0] === 0xef ? BYTE_ORDER_MARK_BYTES : 0)
  const json = text.slice(-32).includes(DONE) ? text.slice(0, text.lastIndexOf('data:')) : text
  return parseJson(json) ?? JSON.parse(mended(json))
}

const DONE = '[DONE]'
const BYTE_ORDER_MARK_BYTES = 3

function readWhole(value: unknown, isLegacy: boolean): Completion {
  const error = readEnvelope(value)
  if (error !== null) throw inBandError(error)
  const answer = answerIn(value)
  const said = listOf(answer.choices).filter(isRecord).slice(0, MOST_CHOICES)
  const choices = said.map((one, place) => readChoice(one, place, isLegacy))
  if (choices.length === 0) throw new UpstreamError('failed', { status: 200, cause: 'no choices' })
  return {
    choices,
    created: toIndex(answer.created),
    usage:
      readUsage(answer.usage) ??
      said.map((choice) => readUsage(choice.usage)).find((one) => one !== undefined),
    serviceTier: isText(answer.service_tier) ? answer.service_tier : undefined,
    answer,
  }
}

/** Gateways wrap answers in an envelope. */
function answerIn(value: unknown): Fields {
  if (!isRecord(value)) return {}
  const inner = [value.result, value.data, value.response, value.output].find(
    (one) => isRecord(one) && Array.isArray(one.choices),
  )
  return Array.isArray(value.choices) || !isRecord(inner) ? value : inner
}

/** Members that are undefined are left out when the answer is written. */
function readChoice(said: Fields, place: number, isLegacy: boolean): CompletionChoice {
  const read = readMessage(said.message ?? said.delta ?? said.text, isLegacy)
  const tool_calls = readWholeCalls(read.tool_calls)
  const reason = readFinishReason(said.finish_reason) ?? 'stop'
  if (reason === 'failed')
    throw new UpstreamError('failed', { status: 200, cause: 'the answer ended in a failure' })
  return {
    ...said,
    index: toIndex(said.index) ?? place,
    message: { role: 'assistant', content: null, ...read, tool_calls },
    finish_reason: finishReasonOf(reason, tool_calls !== undefined, read.function_call !== undefined),
    delta: undefined,
    text: undefined,
    usage: undefined,
  }
}

const SLICE_BYTES = 256 * 1024

/** Joins the events of a stream to a whole answer, and yields to other requests between its parts. */
async function readEvents(bytes: Buffer, isLegacy: boolean): Promise<Completion> {
  const splitter = new EventSplitter()
  const reader = new ChunkReader(isLegacy)
  const gathered = new Map<number, Gathered>()
  let usage: Usage | undefined
  let serviceTier: string | undefined
  let isComplete = false
  const add = (payloads: readonly string[]) => {
    for (const payload of payloads) {
      isComplete ||= isDone(payload)
      if (isComplete) return
      const reading = reader.read(readPayload(payload))
      for (const chunk of reading.chunks) gather(gathered, chunk)
      usage = reading.usage ?? usage
      serviceTier = reading.serviceTier ?? serviceTier
    }
  }
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await setImmediate()
    add(splitter.push(bytes.subarray(at, at + SLICE_BYTES)))
  }
  add(splitter.end())
  if (!reader.hasBegun || !(isComplete || reader.hasEnded(1)))
    throw new UpstreamError('failed', { status: 200, cause: 'the stream ended early' })
  for (const chunk of reader.end()) gather(gathered, chunk)
  const choices = [...gathered].map(([index, one]) => readChoice(choiceOf(one), index, isLegacy))
  return { choices, created: undefined, usage, serviceTier, answer: {} }
}

/** Parses an event's payload (UTF-8 bytes as Latin-1); undefined for text that is not JSON and reports no failure. */
export function readPayload(payload: string): unknown {
  const text = Buffer.from(payload, 'latin1').toString('utf8')
  const value = parseJson(text) ?? parseJson(mended(text))
  if (value !== undefined) return value
  const isJson = /^\s*[{[]/.test(text)
  if (isJson || /error|exception|fail|denied|exceeded|unauthori|<html/i.test(text.slice(0, 2000)))
    throw new UpstreamError('failed', { status: 200, cause: 'an event is not JSON' })
  return undefined
}

/** Ends of strings, escapes, control characters, and the numbers that only Python's JSON has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const LOOSE = /"|\\[\s\S]|[\u0000-\u001f]|-?\bInfinity\b|\bNaN\b/g
const LONGEST_MENDED = 16 * 1024 * 1024
/** As OpenAI writes it. */
const LEAST_LOGPROB = '-9999.0'

/** Escapes control characters in strings, which some upstreams write raw, and replaces numbers that JSON lacks. */
function mended(text: string): string {
  if (text.length > LONGEST_MENDED) return text
  let isInside = false
  return text.replaceAll(LOOSE, (part) => {
    if (part === '"') isInside = !isInside
    if (isInside && part < ' ') return JSON.stringify(part).slice(1, -1)
    if (isInside || !/^-?[IN]/.test(part)) return part
    return part === '-Infinity' ? LEAST_LOGPROB : 'null'
  })
}

type Gathered = {
  texts: Map<string, string>
  lists: Map<string, unknown[]>
  calls: Map<unknown, Call>
  /** Other fields, the last value of each. */
  delta: Record<string, unknown>
  choice: Record<string, unknown>
  reason: FinishReason | null
}
type Call = { head: Fields; kind: 'function' | 'custom'; name: string; text: string }

const TEXTS = ['content', 'refusal', 'reasoning_content', 'reasoning']

function gather(gathered: Map<number, Gathered>, chunk: ReadChunk): void {
  for (const { index, delta, finish_reason, ...choice } of chunk.choices) {
    const known = gathered.get(index) ?? newGathered()
    gathered.set(index, known)
    for (const [name, value] of Object.entries(delta)) {
      if (name === 'tool_calls') for (const part of listOf(value)) gatherCall(known.calls, part)
      else if (TEXTS.includes(name) && isText(value))
        known.texts.set(name, (known.texts.get(name) ?? '') + value)
      else if (Array.isArray(value)) known.lists.set(name, pushAll(known.lists.get(name) ?? [], value))
      else known.delta[name] = value
    }
    Object.assign(known.choice, choice)
    known.reason = finish_reason ?? known.reason
  }
}

const newGathered = (): Gathered => ({
  texts: new Map(),
  lists: new Map(),
  calls: new Map(),
  delta: {},
  choice: {},
  reason: null,
})

function pushAll(list: unknown[], more: readonly unknown[]): unknown[] {
  for (const one of more) list.push(one)
  return list
}

function gatherCall(calls: Map<unknown, Call>, part: unknown): void {
  if (!isRecord(part)) return
  const kind = isRecord(part.custom) ? 'custom' : 'function'
  const inner = fieldsOf(part[kind])
  const text = String(inner.arguments ?? inner.input ?? '')
  const known = calls.get(part.index)
  if (known === undefined) calls.set(part.index, { head: part, kind, name: String(inner.name ?? ''), text })
  else known.text += text
}

function choiceOf({ texts, lists, calls, delta, choice, reason }: Gathered): Fields {
  const tool_calls = [...calls.values()].map(({ head, kind, name, text }) => ({
    ...head,
    [kind]: { name, [kind === 'custom' ? 'input' : 'arguments']: text },
  }))
  const message = { ...delta, ...Object.fromEntries(texts), ...Object.fromEntries(lists), tool_calls }
  return { ...choice, message, finish_reason: reason }
}

/** Whether it has any content. */
export function hasContent({ message }: CompletionChoice): boolean {
  return wordsOf(message) !== '' || message.tool_calls !== undefined || isRecord(message.function_call)
}
