import { newId } from '@/lib/platform/ids'
import { isRecord } from '@/lib/platform/json'
import { countTokens, splitTokens, type TokenChunk } from '@/lib/platform/tokens'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type Conversation, type SandboxRequest, type SandboxTool, type Turn, toolsOf } from './request'
import { readMaterial, writeInstance } from './schema'

/** One choice of a completion, split into tokens. */
export type Answer = {
  thoughts: TokenChunk[]
  content: TokenChunk[]
  /** `input`: a function's JSON arguments, or a custom tool's text. */
  toolCalls: { id: string; kind: SandboxTool['kind']; name: string; input: TokenChunk[] }[]
  finishReason: 'stop' | 'length' | 'tool_calls'
  /** The caller's stop sequence that ended it. */
  stopSequence: string | undefined
  tokens: number
  thoughtTokens: number
}

/** One answer for each requested choice. */
export function planAnswers(request: SandboxRequest, conversation: Conversation): Answer[] {
  return Array.from({ length: request.n ?? 1 }, (_, index) =>
    planAnswer(request, { ...conversation, variant: conversation.variant + index }),
  )
}

function planAnswer(request: SandboxRequest, conversation: Conversation): Answer {
  const { say, empty, tokens } = conversation.knobs
  const room = new Room(request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY)
  const isScripted = say !== undefined || empty || tokens !== undefined
  const thoughts = room.take(isScripted ? '' : think(request, conversation))
  const thoughtTokens = room.taken
  const calls = isScripted ? [] : writeCalls(request, conversation)
  const isCalling = calls.length > 0
  const { text, stopSequence } = cutAtStop(isCalling ? '' : writeText(request, conversation), request.stop)
  return {
    thoughts,
    content: room.take(text),
    // Arguments end when the tokens run out.
    toolCalls: calls.flatMap((call) => (room.isFull ? [] : [{ ...call, input: room.take(call.input) }])),
    finishReason: room.isFull ? 'length' : isCalling ? 'tool_calls' : 'stop',
    stopSequence: room.isFull ? undefined : stopSequence,
    tokens: room.taken,
    thoughtTokens,
  }
}

/** The token limit of an answer, and how many are used. */
class Room {
  taken = 0
  isFull = false

  constructor(readonly most: number) {}

  take(text: string): TokenChunk[] {
    const kept: TokenChunk[] = []
    for (const part of splitTokens(text)) {
      this.isFull ||= this.taken + part.tokens > this.most
      if (this.isFull) break
      kept.push(part)
      this.taken += part.tokens
    }
    return kept
  }
}

function cutAtStop(text: string, stop: string | readonly string[] | null | undefined) {
  let first: { text: string; stopSequence: string | undefined } = { text, stopSequence: undefined }
  for (const stopSequence of typeof stop === 'string' ? [stop] : (stop ?? [])) {
    const end = stopSequence === '' ? -1 : text.indexOf(stopSequence)
    if (end >= 0 && end < first.text.length) first = { text: text.slice(0, end), stopSequence }
  }
  return first
}

function writeText(request: SandboxRequest, conversation: Conversation): string {
  const { knobs, variant } = conversation
  const { type, json_schema: format } = request.response_format ?? {}
  if (knobs.empty) return ''
  if (knobs.say !== undefined) return knobs.say
  // The schema decides the length.
  if (type === 'json_schema')
    return instanceOf(format?.schema, conversation, { withOptional: true, param: 'response_format' })
  if (knobs.tokens !== undefined)
    return type === 'json_object'
      ? writeJsonFiller(knobs.tokens, variant)
      : writeFiller(knobs.tokens, variant)
  const answer = writeReply(request, conversation)
  return type === 'json_object' ? JSON.stringify({ answer, sandbox: true }) : answer
}

/** Each of these words, with the blank before it, is one token. */
const fillerWords =
  'the quick answer to your question is that every word here counts as one token and the text goes on until it has the length you asked for'.split(
    ' ',
  )

/** A text with exactly this many tokens. */
export function writeFiller(tokens: number, variant: number): string {
  const wordAt = (_: unknown, at: number) =>
    at === 0 ? 'The' : fillerWords[(variant + at) % fillerWords.length]
  return Array.from({ length: tokens }, wordAt).join(' ')
}

/** A JSON object with exactly this many tokens; `{}` if they are too few for a word. */
function writeJsonFiller(tokens: number, variant: number): string {
  // The blank separates the quote from the first word: one token for both would make the sum wrong.
  const [opening, closing] = ['{"answer": "', '"}']
  const left = tokens - countTokens(opening) - countTokens(closing)
  return left < 1 ? '{}' : opening + writeFiller(left, variant) + closing
}

/** An instance of the schema, with values from the message. */
function instanceOf(
  schema: unknown,
  { ask, variant }: Conversation,
  where: { withOptional: boolean; param: string },
): string {
  const options = { seed: variant, message: ask, ...where }
  return JSON.stringify(writeInstance(isRecord(schema) ? schema : {}, options))
}

const QUOTED_CHARS = 400
const SHOWN_TURNS = 20
const ABOUT_TURNS =
  /\b(?:earlier|previous(?:ly)?|before|so far|conversation|repeat|again|remember|did (?:i|you) (?:say|ask|write))\b/i

/** A short and honest answer: what a tool returned, what was said earlier, or what was asked. */
function writeReply(request: SandboxRequest, conversation: Conversation): string {
  const { ask, earlier, toolResults, attachments, isPro } = conversation
  const parts =
    toolResults.length > 0
      ? toolResults.map(({ name, text }) => `\`${name}\` answered:\n\n${quote(text)}`)
      : ABOUT_TURNS.test(ask) && earlier.length > 0
        ? [`So far in this conversation:\n\n${listTurns(earlier)}`]
        : [repeatAsk(conversation)]
  if (attachments > 0) parts.push(`Attachments that came with it, unopened: ${attachments}.`)
  if (isPro) parts.push(ABOUT_PRO)
  if (request.web_search === true) parts.push('No web search was made: the sandbox works offline.')
  return [...parts, SIGNATURE].join('\n\n')
}

const ABOUT_PRO =
  'This is the longer answer of `chat-pro`, which costs more:\n\n- with `reasoning_effort` it thinks first;\n- with `tools` or `response_format` it writes what fits them.'
const SIGNATURE =
  "*This is Portico's sandbox: it answers offline and knows nothing. Choose a real model for a real answer.*"

const openings = ['You asked:', 'I read your message:', 'Your message has arrived:', 'You wrote:'] as const

function repeatAsk({ ask, variant }: Conversation): string {
  if (ask.trim() === '') return 'Hello! Your message is empty.'
  return `${openings[variant % openings.length]}\n\n${quote(ask)}`
}

function listTurns(turns: readonly Turn[]): string {
  return turns
    .slice(-SHOWN_TURNS)
    .map(({ role, text }) => `- **${role === 'user' ? 'You' : 'I'}:** ${shorten(text.replace(/\s+/g, ' '))}`)
    .join('\n')
}

function quote(text: string): string {
  return shorten(text.trim())
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

function shorten(text: string): string {
  return text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS).trimEnd()}…`.toWellFormed() : text
}

const steps = [
  'I look at what was asked first, and at nothing else.',
  'I count the words and note the names in it, in case a tool wants them.',
  'Then I check which tools and which format came with the request.',
  'I know no facts, so there is none that I could add.',
  'So I repeat the question, and say plainly who is speaking.',
] as const
const stepsOf: Readonly<Record<string, number>> = { minimal: 1, low: 2, medium: 4, high: 5, xhigh: 5, max: 5 }

/** The thoughts of chat-pro, by `reasoning_effort`. */
function think({ reasoning_effort: effort }: SandboxRequest, { isPro }: Conversation): string {
  return isPro && effort ? steps.slice(0, stepsOf[effort] ?? 0).join('\n') : ''
}

type ToolCall = { id: string; kind: SandboxTool['kind']; name: string; input: string }

const MOST_CALLS = 16

/** The tool calls; none after a tool has answered. */
function writeCalls(request: SandboxRequest, conversation: Conversation): ToolCall[] {
  if (conversation.toolResults.length > 0) return []
  return chooseTools(request, conversation)
    .slice(0, request.parallel_tool_calls === false ? 1 : MOST_CALLS)
    .map((tool) => ({
      id: `call_${newId('req').slice('req_'.length)}`,
      kind: tool.kind,
      name: tool.name,
      input: tool.kind === 'custom' ? textFor(tool, conversation) : argumentsFor(tool, conversation),
    }))
}

function argumentsFor({ parameters }: ToolOf<'function'>, conversation: Conversation): string {
  const schema = { type: 'object', ...(isRecord(parameters) ? parameters : {}) }
  return instanceOf(schema, conversation, { withOptional: false, param: 'tools' })
}

type ToolOf<Kind extends SandboxTool['kind']> = Extract<SandboxTool, { kind: Kind }>

/** A quotation or name from the message, else the message itself; a match for a regular expression grammar. */
function textFor({ format }: ToolOf<'custom'>, { ask, variant: seed }: Conversation): string {
  if (!format?.grammar) return readMaterial(ask).nextText()
  const { syntax, definition: pattern } = format.grammar
  if (syntax !== 'regex')
    throw new UpstreamError('unsupported', {
      code: 'unsupported_parameter',
      param: 'tools',
      message: 'The sandbox does not support Lark grammars. Use a regular expression.',
    })
  const options = { seed, message: ask, withOptional: false, param: 'tools' }
  return String(writeInstance({ type: 'string', pattern }, options))
}

/** The tool that `tool_choice` names; else all tools whose name, or a word of it, is in the message. */
function chooseTools(request: SandboxRequest, { ask }: Conversation): SandboxTool[] {
  const choice = request.tool_choice ?? 'auto'
  const offered = toolsOf(request)
  if (choice === 'none') return []
  if (typeof choice !== 'string')
    return offered.filter(({ name }) => name === (choice.function ?? choice.custom)?.name).slice(0, 1)
  const words = new Set(ask.toLowerCase().match(/[\p{L}\p{N}_-]+/gu))
  const wanted = offered.filter(
    ({ name }) => words.has(name.toLowerCase()) || wordsOf(name).some((word) => words.has(word)),
  )
  return wanted.length === 0 && choice === 'required' ? offered.slice(0, 1) : wanted
}

/** Words in names that say nothing about a tool's purpose. */
const stopWords =
  /^(?:get|set|do|run|use|call|list|new|my|the|an?|of|for|to|in|on|at|by|with|and|tools?|functions?)$/

/** `departureCity`, `departure_city` → departure, city. */
function wordsOf(name: string): string[] {
  const words = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase()
  return words.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !stopWords.test(word))
}
