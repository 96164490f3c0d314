import { fitsNumber } from './fits-number'
import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

const { number } = readKeyword
const TRIES = 50

/** A plain number within the bounds: small, and whole where that is possible. */
export function writeNumber(schema: SchemaObject, isInteger: boolean, variant: number): number {
  for (const value of candidates(schema, isInteger, variant)) {
    if ((!isInteger || Number.isSafeInteger(value)) && fitsNumber(value, schema)) return value + 0
  }
  return 0
}

function* candidates(schema: SchemaObject, isInteger: boolean, variant: number): Generator<number> {
  const low = Math.max(
    number(schema, 'minimum') ?? -Infinity,
    number(schema, 'exclusiveMinimum') ?? -Infinity,
  )
  const high = Math.min(number(schema, 'maximum') ?? Infinity, number(schema, 'exclusiveMaximum') ?? Infinity)
  const step = number(schema, 'multipleOf') ?? (isInteger ? 1 : undefined)
  const start = chooseStart(low, high, variant)
  if (step !== undefined && step > 0) {
    const steps = Math.ceil(start / step)
    for (let i = 0; i < TRIES; i++) yield (steps + i) * step
    for (let i = 1; i < TRIES; i++) yield (steps - i) * step
    return
  }
  yield start
  yield Math.ceil(low)
  yield Math.floor(high)
  yield low
  yield high
  for (let i = 1; i <= TRIES; i++) yield low + ((high - low) * (i + (variant % 7) / 10)) / (TRIES + 1)
}

function chooseStart(low: number, high: number, variant: number): number {
  const wanted = variant + 1
  if (wanted >= low && wanted <= high) return wanted
  const first = Math.ceil(low)
  const count = Math.floor(high) - first + 1
  // Once round: a list of unique numbers may want every one of them.
  if (Number.isFinite(count) && count > 0) return first + ((((wanted - first) % count) + count) % count)
  if (Number.isFinite(low)) return Math.min(first + variant, high)
  return Math.floor(high) - variant
}
