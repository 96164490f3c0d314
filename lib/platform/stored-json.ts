import { storableText } from './storable-text'

/**
 * A value as a `jsonb` column keeps it, for what comes from strangers as well. JSON has no integers of any size: they are
 * strings there, which the schema of the column brings back. Null is SQL's own.
 */
export function storedJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value, storablePart)
}

function storablePart(_name: string, part: unknown): unknown {
  if (typeof part === 'bigint') return part.toString()
  return typeof part === 'string' ? storableText(part) : part
}
