import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'

/** Instructions in a prompt for the sandbox, by which every state of the gateway can be reached. */
export type Knobs = Readonly<{
  /** Before the first byte. */
  delayMs: number
  /** Between the chunks of a stream; undefined: the model's own pace. */
  chunkDelayMs?: number
  /** The exact length of the reply. */
  tokens?: number
  failCode?: string
  status?: number
  /** The stream breaks after this many chunks. */
  cutAfter?: number
  hang?: true
  empty?: true
  say?: string
}>

const MOST_TOKENS = 100_000
const LONGEST_VALUE = 100
const LONGEST_MS = 600_000
const DURATION = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(ms|s)?\s*$/i
const COUNT = /^\s*(\d{1,9})\s*$/
const STATUS = /^\s*([1-5]\d\d)\s*$/
const CODE = /^\s*([\w.-]{1,64})\s*$/

/** Milliseconds, ten minutes at most. */
const millis = ([, digits, unit]: RegExpExecArray) =>
  Math.min(LONGEST_MS, Number(digits) * (unit?.toLowerCase() === 's' ? 1000 : 1))

/** The syntax and meaning of each knob's value; a knob with another value is plain text. */
const readers: Readonly<Record<string, [RegExp, (match: RegExpExecArray) => Partial<Knobs>]>> = {
  delay: [DURATION, (match) => ({ delayMs: millis(match) })],
  'chunk-delay': [DURATION, (match) => ({ chunkDelayMs: millis(match) })],
  tokens: [COUNT, ([, count]) => ({ tokens: Math.min(Number(count), MOST_TOKENS) })],
  cut: [COUNT, ([, count]) => ({ cutAfter: Number(count) })],
  status: [STATUS, ([, status]) => ({ status: Number(status) })],
  fail: [CODE, ([, failCode = '']) => ({ failCode })],
  say: [/^.*$/s, ([say]) => ({ say })],
}

/**
 * The knobs in a text, which override `standing`, and the text without them. The last of two equal knobs counts.
 */
export function parseKnobs(text: string, standing: Knobs = { delayMs: 0 }): { knobs: Knobs; text: string } {
  let knobs = standing
  let kept = ''
  let from = 0
  const opening = /\[\[\s*([a-z-]+)\s*(:|(?=\]\]))/gi
  const lastEnd = text.lastIndexOf(']]')
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = opening.lastIndex
    if (start > lastEnd) break
    const name = match[1]?.toLowerCase() ?? ''
    const end = match[2] === ':' ? findEnd(text, start, name) : start
    const read =
      end === -1 ? undefined : readKnob(name, match[2] === ':' ? text.slice(start, end) : undefined)
    if (read === undefined) continue
    knobs = { ...knobs, ...read }
    kept += text.slice(from, match.index)
    from = end + 2
    opening.lastIndex = from
  }
  if (from === 0) return { knobs, text }
  return { knobs, text: (kept + text.slice(from)).replace(/ {2,}/g, ' ').trim() }
}

function readKnob(name: string, value: string | undefined): Partial<Knobs> | undefined {
  if (value === undefined) return name === 'hang' || name === 'empty' ? { [name]: true } : undefined
  const [form, read] = (Object.hasOwn(readers, name) ? readers[name] : undefined) ?? []
  const match = form?.exec(value)
  return match ? read?.(match) : undefined
}

/** Brackets in a value may be nested (`[[say:[[1]]]]`); if they are not balanced, the first `]]` ends it. */
function findEnd(text: string, from: number, name: string): number {
  if (name !== 'say') {
    const length = text.slice(from, from + LONGEST_VALUE).indexOf(']]')
    return length === -1 ? -1 : from + length
  }
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '[') depth++
    else if (text[at] === ']' && depth > 0) depth--
    else if (text.startsWith(']]', at)) return at
  }
  return text.indexOf(']]', from)
}

/** Waits, then fails, as the knobs ask. Rejects with the signal's reason once it aborts. */
export async function obeyKnobs(knobs: Knobs, signal: AbortSignal): Promise<void> {
  await wait(knobs.hang ? Number.POSITIVE_INFINITY : knobs.delayMs, signal)
  const failure = knobFailure(knobs)
  if (failure !== undefined) throw failure
}

/** Resolves after that many milliseconds (never, for Infinity), or rejects with the signal's reason once it aborts. */
export function wait(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (millis <= 0) return resolve()
    const timer = Number.isFinite(millis) ? setTimeout(finish, millis) : undefined
    signal.addEventListener('abort', onAbort, { once: true })
    function finish(): void {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }
    function onAbort(): void {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}

const RETRY_AFTER_SECONDS = 1
const rejectedStatuses: readonly number[] = [400, 404, 405, 406, 409, 410, 413, 415, 422]

/** The fault of codes that are not refusals, so that the status fits the code. */
const faultByCode = new Map<string, UpstreamFault>([
  ['rate_limit_exceeded', 'rate_limited'],
  ['upstream_timeout', 'timeout'],
  ['upstream_unavailable', 'unreachable'],
  ['upstream_error', 'failed'],
  ['internal_error', 'failed'],
  ['service_unavailable', 'unreachable'],
])

/** The failure that `[[fail:CODE]]` or `[[status:N]]` asks for. */
export function knobFailure({ failCode: code, status = 0 }: Knobs): UpstreamError | undefined {
  if (code === undefined && status < 400) return undefined
  const ofStatus = status === 429 ? 'rate_limited' : rejectedStatuses.includes(status) ? 'rejected' : 'failed'
  const fault = code === undefined ? ofStatus : (faultByCode.get(code) ?? 'rejected')
  const asked = code === undefined ? `answer with the status ${status}` : `fail with the code ${code}`
  return new UpstreamError(fault, {
    message: `The sandbox was asked to ${asked}.`,
    ...(code === undefined ? { status } : { code }),
    retryAfterSeconds: fault === 'rate_limited' ? RETRY_AFTER_SECONDS : undefined,
  })
}

/** FNV-1a of a text: a number below 2^32, the same on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Pseudo-random numbers from 0 up to 1, the same for a seed on every machine (Mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
