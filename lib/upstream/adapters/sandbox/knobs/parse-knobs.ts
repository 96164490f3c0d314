import type { Knobs } from './knobs'
import { readDuration } from './read-duration'

const MOST_TOKENS = 100_000
const LONGEST_VALUE = 100

/** What a knob's value comes to; undefined where it makes no sense, and then the text is left as it was written. */
const readers: Record<string, (value: string | undefined) => Partial<Knobs> | undefined> = {
  delay: (value) => given(readDuration(value ?? ''), (delayMs) => ({ delayMs })),
  'chunk-delay': (value) => given(readDuration(value ?? ''), (chunkDelayMs) => ({ chunkDelayMs })),
  tokens: (value) => given(readCount(value), (count) => ({ tokens: Math.min(count, MOST_TOKENS) })),
  cut: (value) => given(readCount(value), (cutAfter) => ({ cutAfter })),
  status: (value) =>
    given(/^\s*([1-5]\d\d)\s*$/.exec(value ?? '')?.[1], (status) => ({ status: Number(status) })),
  fail: (value) => given(/^\s*([\w.-]{1,64})\s*$/.exec(value ?? '')?.[1], (failCode) => ({ failCode })),
  say: (value) => given(value, (say) => ({ say })),
  hang: (value) => (value === undefined ? { hang: true } : undefined),
  empty: (value) => (value === undefined ? { empty: true } : undefined),
}

/**
 * The knobs in a text, laid over those that hold already, and the text without them. A knob given twice counts as last
 * given.
 */
export function parseKnobs(text: string, standing: Knobs = noKnobs()): { knobs: Knobs; text: string } {
  let knobs = standing
  if (!text.includes('[[')) return { knobs, text }
  const opening = /\[\[\s*([a-z-]+)\s*(:|(?=\]\]))/gi
  const lastEnd = text.lastIndexOf(']]')
  let kept = ''
  let from = 0
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const name = match[1]?.toLowerCase() ?? ''
    const valueStart = opening.lastIndex
    if (!Object.hasOwn(readers, name) || valueStart > lastEnd) continue
    const end = match[2] === ':' ? findEnd(text, valueStart, name) : valueStart
    const value = match[2] === ':' ? text.slice(valueStart, end) : undefined
    const read = end === -1 ? undefined : readers[name]?.(value)
    if (read === undefined) continue
    knobs = { ...knobs, ...read }
    kept += text.slice(from, match.index)
    from = end + 2
    opening.lastIndex = from
  }
  if (from === 0) return { knobs, text }
  return { knobs, text: (kept + text.slice(from)).replace(/ {2,}/g, ' ').trim() }
}

function noKnobs(): Knobs {
  return {
    delayMs: 0,
    chunkDelayMs: 0,
    tokens: undefined,
    failCode: undefined,
    status: undefined,
    cutAfter: undefined,
    hang: false,
    empty: false,
    say: undefined,
  }
}

/** Brackets inside a value may be nested (`[[say:[[1]]]]`); where they do not pair up, the first `]]` ends it. */
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

function readCount(value: string | undefined): number | undefined {
  return /^\d{1,9}$/.test(value?.trim() ?? '') ? Number(value) : undefined
}

function given<T>(value: T | undefined, make: (value: T) => Partial<Knobs>): Partial<Knobs> | undefined {
  return value === undefined ? undefined : make(value)
}
