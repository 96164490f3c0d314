import { createHash } from 'node:crypto'
import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'

/**
 * What two JSON bodies have in common that mean the same: the order of keys, white space and the spelling of numbers and
 * letters do not count. Throws `invalid_json` for what is nested so deeply that nobody can write it down again.
 */
export function fingerprintOf(value: unknown): Buffer {
  return createHash('sha256').update(inOrder(value)).digest()
}

function inOrder(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sorted(part) : part))
  } catch (cause) {
    throw new AppError('invalid_json', { message: 'The body is nested too deeply.', cause })
  }
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}
