import { isRecord } from '@/lib/platform/json'
import { UpstreamError } from '../contract/upstream-error'
import { inBandError, readEnvelope } from './errors'
import { type Fields, fieldsOf, isText, listOf } from './members'
import {
  type FinishReason,
  finishReasonOf,
  PartedText,
  readFinishReason,
  readMessage,
  wordsOf,
} from './message'
import { CallReader, toIndex } from './tool-calls'
import { readUsage, type Usage } from './usage'

export type ReadChoice = Fields & { index: number; delta: Fields; finish_reason: FinishReason | null }
export type ReadChunk = Fields & { choices: readonly ReadChoice[] }

/** One event of a stream, as read. */
export type ChunkReading = {
  /** For the client, in order; usually one, none if the event has nothing for it. */
  chunks: readonly ReadChunk[]
  /** Its text, for counting tokens. */
  words: string
  usage: Usage | undefined
  serviceTier: string | undefined
}

type ChoiceState = {
  calls: CallReader
  texts: Record<(typeof TEXTS)[number], PartedText>
  hasRole: boolean
  /** A delta has said something. */
  hasBegun: boolean
  hasLegacyCall: boolean
  /** The finish reason, and whether it is a known one. */
  reason: FinishReason | undefined
  isSure: boolean
  /** Its last part, held back until the end of the stream: text may follow, and calls may lack their arguments. */
  held: { chunk: Fields; choice: ReadChoice } | undefined
}

const TEXTS = ['content', 'reasoning_content', 'reasoning'] as const

/** As many as a request may have. */
const MOST_CHOICES = 128

/**
 * Reads the events of a streamed answer tolerantly: values that are empty, null or of a wrong type count as absent. Each
 * choice begins with its role and ends once, with one of OpenAI's finish reasons. Throws UpstreamError if the upstream
 * reports a failure.
 */
export class ChunkReader {
  readonly #choices = new Map<number, ChoiceState>()

  /** `isLegacy`: the client described functions, not tools. */
  constructor(private readonly isLegacy = false) {}

  /** Whether any choice has begun. */
  get hasBegun(): boolean {
    return this.#choices.size > 0
  }

  /** Whether `count` choices have a known finish reason. */
  hasEnded(count: number): boolean {
    const states = [...this.#choices.values()]
    return states.length >= count && states.every(({ isSure }) => isSure)
  }

  read(value: unknown): ChunkReading {
    const error = readEnvelope(value)
    if (error !== null) throw inBandError(error)
    const { usage, x_groq: groq, choices: list, ...chunk } = fieldsOf(value)
    const given = listOf(list).filter(isRecord).slice(0, MOST_CHOICES)
    const released: ReadChunk[] = []
    const choices: ReadChoice[] = []
    let words = ''
    for (const [place, one] of given.entries()) {
      const { choice, state, isWaiting } = this.#readChoice(one, toIndex(one.index) ?? place)
      words += wordsOf(choice.delta)
      const waiting = choice.finish_reason === null ? [] : state.calls.release()
      if (waiting.length > 0) {
        const delta = { tool_calls: waiting }
        words += wordsOf(delta)
        released.push({ ...chunk, choices: [{ index: choice.index, delta, finish_reason: null }] })
      }
      if (state.held !== undefined && saysSomething(choice.delta)) {
        released.push({ ...state.held.chunk, choices: [state.held.choice] })
        state.held = undefined
      }
      if (choice.finish_reason !== null) state.held ??= { chunk, choice: { ...choice, finish_reason: null } }
      else if (state.held === undefined && !isWaiting) choices.push(choice)
    }
    const usages = [usage, ...given.map((choice) => choice.usage), fieldsOf(groq).usage]
    return {
      chunks: choices.length > 0 ? [...released, { ...chunk, choices }] : released,
      words,
      usage: usages.map(readUsage).find((one) => one !== undefined),
      serviceTier: isText(chunk.service_tier) ? chunk.service_tier : undefined,
    }
  }

  /** The last chunk of every choice, with missing arguments of calls and the finish reason. Call it once, at the end. */
  end(): ReadChunk[] {
    return [...this.#choices].map(([index, { calls, hasLegacyCall, reason = 'stop', held }]) => {
      const ended: ChoiceState['held'] = held ?? {
        chunk: {},
        choice: { index, delta: {}, finish_reason: null },
      }
      const { chunk, choice } = ended
      const missing = calls.complete()
      const tool_calls = [...listOf(choice.delta.tool_calls), ...missing]
      const delta = missing.length > 0 ? { ...choice.delta, tool_calls } : choice.delta
      const finish_reason = finishReasonOf(reason, calls.hasCalls, hasLegacyCall)
      return { ...chunk, choices: [{ ...choice, delta, finish_reason }] }
    })
  }

  /** `isWaiting`: it only has the beginning of a call, which is sent with the next part. */
  #readChoice(given: Fields, index: number): { choice: ReadChoice; state: ChoiceState; isWaiting: boolean } {
    const { delta: inner, message, text, finish_reason: ending, usage: _usage, ...rest } = given
    const state = this.#stateOf(index)
    // After deltas, a message is the whole answer once more.
    const said = inner ?? (state.hasBegun ? undefined : (message ?? text))
    const { tool_calls, ...fields } = readMessage(said, this.isLegacy)
    for (const name of TEXTS) {
      const part = fields[name]
      if (isText(part)) fields[name] = state.texts[name].next(part)
    }
    state.hasBegun ||= inner != null && (wordsOf(fields) !== '' || tool_calls !== undefined)
    const reason = readFinishReason(ending)
    const begun = state.calls.read(tool_calls) ?? []
    const isLast = reason !== null && tool_calls !== undefined
    const calls = isLast ? [...begun, ...state.calls.release()] : begun
    const delta = {
      ...(!state.hasRole && { role: 'assistant' }),
      ...fields,
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    state.hasRole = true
    state.hasLegacyCall ||= fields.function_call !== undefined
    if (reason === 'failed')
      throw new UpstreamError('failed', { status: 200, cause: 'the answer ended in a failure' })
    if (reason !== null) {
      state.reason = reason === 'unknown' ? 'stop' : reason
      state.isSure = reason !== 'unknown'
    }
    const isWaiting = Object.keys(delta).length === 0 && tool_calls !== undefined
    const finish_reason = reason === 'unknown' ? 'stop' : reason
    return { choice: { ...rest, index, delta, finish_reason }, state, isWaiting }
  }

  #stateOf(index: number): ChoiceState {
    const known = this.#choices.get(index)
    if (known !== undefined) return known
    const state = {
      calls: new CallReader(),
      texts: { content: new PartedText(), reasoning_content: new PartedText(), reasoning: new PartedText() },
      hasRole: false,
      hasBegun: false,
      hasLegacyCall: false,
      reason: undefined,
      isSure: false,
      held: undefined,
    } satisfies ChoiceState
    this.#choices.set(index, state)
    return state
  }
}

function saysSomething({ role: _role, content, ...more }: Fields): boolean {
  return isText(content) || Object.values(more).some((one) => one != null && one !== '')
}
