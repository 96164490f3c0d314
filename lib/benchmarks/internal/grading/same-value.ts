import { isRecord } from '@/lib/platform/is-record'

const TOLERANCE = 1e-9

/**
 * Whether what a model wrote says what is expected. Lists are as long, in the same order; objects have the expected
 * members (others are the schema's affair); numbers are the same but for rounding; texts but for case and outer spaces.
 */
export function sameValue(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'number') return typeof actual === 'number' && isClose(expected, actual)
  if (typeof expected === 'string') return typeof actual === 'string' && plain(expected) === plain(actual)
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false
    return expected.every((value, index) => sameValue(value, actual[index]))
  }
  if (!isRecord(expected)) return expected === actual
  return (
    isRecord(actual) &&
    Object.keys(expected).every(
      (name) => Object.hasOwn(actual, name) && sameValue(expected[name], actual[name]),
    )
  )
}

function isClose(expected: number, actual: number): boolean {
  return Math.abs(expected - actual) <= TOLERANCE * Math.max(1, Math.abs(expected))
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
