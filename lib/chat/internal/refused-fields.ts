import { LRUCache } from 'lru-cache'
import { isRecord } from '@/lib/platform/json'
import { remember } from '@/lib/platform/remember'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/**
 * What upstreams do not know. A strict one refuses a whole request for one field of it: where its refusal names a field of the
 * closed list below, the call is made again without it, or with it as the upstream has it, and that is remembered for the route.
 */
export type Adjustment = string

type Fields = Readonly<Record<string, unknown>>

const always = () => true

/** Fields without which an answer still is what was asked for, and with which of their values. */
const spareFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  stream_options: always,
  parallel_tool_calls: always,
  user: always,
  metadata: always,
  safety_identifier: always,
  prompt_cache_key: always,
  prompt_cache_retention: always,
  prompt_cache_options: always,
  reasoning_effort: always,
  verbosity: always,
  seed: always,
  store: (value) => value === false,
  service_tier: (value) => value === 'auto' || value === 'default',
  // What is so anyway.
  n: (value) => value === 1,
  top_p: (value) => value === 1,
  frequency_penalty: (value) => value === 0,
  presence_penalty: (value) => value === 0,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  tool_choice: (value) => value === 'auto',
  response_format: (value) => isRecord(value) && value.type === 'text',
}

/** What other upstreams wrote beside an answer, in messages and calls. */
const spareInMessages = [
  'annotations',
  'reasoning_content',
  'reasoning_details',
  'reasoning',
  'extra_content',
  'metadata',
  'id',
]

export const OF_MESSAGES = 'messages.'
const limits = ['max_tokens', 'max_completion_tokens']
const MOST_OF_32_BITS = 2 ** 31 - 1

const UNKNOWN =
  /unknown|unsupported|not supported|unrecogni[sz]ed|unexpected|extra (?:inputs?|fields?)|extra_forbidden|not permitted|not allowed|additional propert|does not (?:support|exist)|(?:in|not a |no )valid (?:field|param|argument|property)|cannot find field|deprecated|only (?:allowed|supported)/i
/** Of a value, where the field is known. */
const WRONG_VALUE =
  /(?:unsupported|invalid) value|supported values|does not support ['"`]?(?:none|minimal|low|medium|high|xhigh|max|true|false|\d)/i
/** From here on a refusal lists what is known instead. */
const KNOWN = /\b(?:expected one of|did you mean|use '|use "|use `|supported (?:values|parameters|fields))/i
const NINE = /tool.?call.?id.{0,200}(?:length (?:of )?9|9 char|\{9\})/i

/** What to change in `sent` after this refusal; undefined: it names nothing that can be, or that was not changed before. */
export function adjustmentFor(
  { fault, message, param, hasPublicMessage }: UpstreamError,
  sent: Fields,
  made: ReadonlySet<Adjustment>,
): Adjustment | undefined {
  if (fault !== 'rejected') return undefined
  const [said = ''] = (hasPublicMessage ? message : '').split(KNOWN)
  const words = param === null ? said : `${param}: ${said}`
  const isUnknown = UNKNOWN.test(words) && !WRONG_VALUE.test(message)
  const adjustment = otherwiseIn(words, sent) ?? (isUnknown ? unknownIn(words, sent) : undefined)
  return adjustment === undefined || made.has(adjustment) ? undefined : adjustment
}

/** The refused field that is named first. */
function unknownIn(words: string, sent: Fields): Adjustment | undefined {
  const spare = Object.keys(spareFields).filter((name) => isSpare(name, sent))
  const inMessages = spareInMessages.filter((name) =>
    messagesOf(sent).some((message) => hasMember(message, name)),
  )
  const named = [...spare, ...limits.filter((name) => name in sent), ...inMessages].map((name) => ({
    name,
    at: placeOf(name, words),
  }))
  const [first] = named.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)
  if (first === undefined) return undefined
  const { name, at } = first
  const isInMessages =
    inMessages.includes(name) && (!spare.includes(name) || /messages/.test(words.slice(0, at)))
  return isInMessages ? OF_MESSAGES + name : name
}

/** Words that sentences have too count only in quotation marks, in a path, or at either end. */
function placeOf(name: string, words: string): number {
  const pattern = name.includes('_') ? `(?<!\\w)${name}(?!\\w)` : `(?:^|['"\`.[]|: )${name}(?=['"\`:.,\\]]|$)`
  return words.search(new RegExp(pattern))
}

/** Refusals of a value: the field itself is known, or needed. */
function otherwiseIn(words: string, sent: Fields): Adjustment | undefined {
  const messages = messagesOf(sent)
  if (NINE.test(words)) return 'call_ids'
  if (/developer|\brole\b/i.test(words) && messages.some(({ role }) => role === 'developer'))
    return 'developer'
  if (UNKNOWN.test(words)) return undefined
  if (/reasoning_content/.test(words) && /passed back|missing|required/i.test(words)) return 'thoughts'
  return /\bseed\b/.test(words) && isLongSeed(sent.seed) ? 'short_seed' : undefined
}

export function isSpare(name: string, sent: Fields): boolean {
  return name in sent && (spareFields[name]?.(sent[name]) ?? false)
}

export function isLongSeed(seed: unknown): seed is number {
  return typeof seed === 'number' && Math.abs(seed) > MOST_OF_32_BITS
}

function messagesOf({ messages }: Fields): readonly Fields[] {
  return Array.isArray(messages) ? messages : []
}

export function hasMember(message: Fields, name: string): boolean {
  const calls: readonly unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : []
  return name in message || (name !== 'id' && calls.some((call) => isRecord(call) && name in call))
}

const FORGOTTEN_AFTER_MILLIS = 3_600_000

/** By route, in this process; an upstream may learn. */
const known = remember(
  'refused-fields',
  () => new LRUCache<string, ReadonlySet<Adjustment>>({ max: 5000, ttl: FORGOTTEN_AFTER_MILLIS }),
)

const none: ReadonlySet<Adjustment> = new Set()

export function knownAdjustments(routeId: string): ReadonlySet<Adjustment> {
  return known.get(routeId) ?? none
}

export function rememberAdjustments(routeId: string, made: ReadonlySet<Adjustment>): void {
  known.set(routeId, made)
}
