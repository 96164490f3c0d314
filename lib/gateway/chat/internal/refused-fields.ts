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

/** Without these, in the request or its messages, an answer still is what was asked for. */
const spare: ReadonlySet<string> = new Set(
  'stream_options parallel_tool_calls user metadata safety_identifier prompt_cache_key prompt_cache_retention seed verbosity reasoning_effort annotations reasoning_content reasoning_details reasoning extra_content'.split(
    ' ',
  ),
)
/** And without these, where they ask for what is so anyway. */
const usual: Fields = {
  store: false,
  service_tier: 'auto',
  n: 1,
  top_p: 1,
  logprobs: false,
  tool_choice: 'auto',
  frequency_penalty: 0,
  presence_penalty: 0,
}
const limits: readonly string[] = ['max_tokens', 'max_completion_tokens']

const UNKNOWN =
  /unknown|unsupported|not supported|unrecogni[sz]ed|unexpected|extra (?:inputs?|fields?)|not permitted|not allowed|additional propert|does not (?:support|exist)|(?:in|not a |no )valid (?:field|param|argument|property)|cannot find field|deprecated|only (?:allowed|supported)/i
/** Of a value, where the field is known. */
const WRONG_VALUE =
  /(?:unsupported|invalid) value|supported values|does not support ['"`]?(?:none|minimal|low|medium|x?high|\d)/i
/** From here on a refusal lists what is known instead. */
const KNOWN = /\b(?:expected one of|did you mean|use ['"`])/i

/** What to change in `sent` after this refusal; undefined: it names nothing that can be, or that was not changed before. */
export function adjustmentFor(
  { fault, message, param, hasPublicMessage }: UpstreamError,
  sent: Fields,
  made: ReadonlySet<Adjustment>,
): Adjustment | undefined {
  if (fault !== 'rejected' || !hasPublicMessage) return undefined
  const words = `${param === null ? '' : `${param}: `}${message.split(KNOWN)[0]}`
  const messages = messagesOf(sent)
  const isUnknown = UNKNOWN.test(words)
  const isAdjusted: [Adjustment, boolean][] = [
    ['call_ids', /tool.?call.?id.{0,200}length (?:of )?9/i.test(words)],
    ['developer', /developer|\brole\b/i.test(words) && messages.some(({ role }) => role === 'developer')],
    [
      'thoughts',
      !isUnknown && /reasoning_content.*(?:passed back|missing)|missing reasoning_content/i.test(words),
    ],
    ['short_seed', !isUnknown && /\bseed\b/.test(words) && isLongSeed(sent.seed)],
  ]
  const [adjustment] =
    isAdjusted.find(([, isMeant]) => isMeant) ??
    (isUnknown && !WRONG_VALUE.test(message) ? [unknownIn(words, sent, messages)] : [])
  return adjustment === undefined || made.has(adjustment) ? undefined : adjustment
}

/** The refused field that is named first. */
function unknownIn(words: string, sent: Fields, messages: readonly Fields[]): Adjustment | undefined {
  const names = [sent, ...messages, ...messages.flatMap(callsOf)].flatMap((fields) =>
    Object.keys(fields).filter((name) => limits.includes(name) || isSpare(name, fields)),
  )
  const named = [...new Set(names)].map((name) => ({ name, at: words.search(patternOf(name)) }))
  return named.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0]?.name
}

/** Words that sentences have too count only in quotation marks, in a path, or at either end. */
function patternOf(name: string): RegExp {
  return name.includes('_')
    ? new RegExp(`(?<!\\w)${name}(?!\\w)`)
    : new RegExp(`(?:^|['"\`.[]|: )${name}(?=['"\`:.,\\]]|$)`)
}

export function isSpare(name: string, fields: Fields): boolean {
  return name in fields && (spare.has(name) || (name in usual && fields[name] === usual[name]))
}

const MOST_OF_31_BITS = 2 ** 31 - 1

export function isLongSeed(seed: unknown): seed is number {
  return typeof seed === 'number' && Math.abs(seed) > MOST_OF_31_BITS
}

export function messagesOf({ messages }: Fields): readonly Fields[] {
  return Array.isArray(messages) ? messages : []
}

export function callsOf({ tool_calls: calls }: Fields): readonly Fields[] {
  return Array.isArray(calls) ? calls.filter(isRecord) : []
}

/** By route, in this process; an upstream may learn. */
const known = remember(
  'refused-fields',
  () => new LRUCache<string, ReadonlySet<Adjustment>>({ max: 5000, ttl: 3_600_000 }),
)

const none: ReadonlySet<Adjustment> = new Set()

export function knownAdjustments(routeId: string): ReadonlySet<Adjustment> {
  return known.get(routeId) ?? none
}

export function rememberAdjustments(routeId: string, made: ReadonlySet<Adjustment>): void {
  known.set(routeId, made)
}
