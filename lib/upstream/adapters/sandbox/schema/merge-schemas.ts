import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

const { number, schema: subschema, schemaMap, texts, values } = readKeyword
const largest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const smallest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** One schema that asks for what both ask for, as far as the sandbox writes from it. */
export function mergeSchemas(a: SchemaObject, b: SchemaObject): SchemaObject {
  const merged: Record<string, unknown> = { ...a, ...b }
  for (const key of largest) assign(merged, key, extreme(a, b, key, Math.max))
  for (const key of smallest) assign(merged, key, extreme(a, b, key, Math.min))
  if (a.required !== undefined)
    merged.required = [...new Set([...texts(a, 'required'), ...texts(b, 'required')])]
  for (const key of ['properties', 'patternProperties']) {
    if (a[key] !== undefined && b[key] !== undefined) merged[key] = mergeMaps(a, b, key)
  }
  if (a.items !== undefined && b.items !== undefined) {
    merged.items = { allOf: [subschema(a, 'items') ?? true, subschema(b, 'items') ?? true] }
  }
  assign(merged, 'enum', commonValues(values(a, 'enum'), values(b, 'enum')))
  assign(merged, 'type', commonTypes(a.type, b.type))
  if (a.additionalProperties === false) merged.additionalProperties = false
  return merged
}

function extreme(a: SchemaObject, b: SchemaObject, key: string, choose: (x: number, y: number) => number) {
  const x = number(a, key)
  const y = number(b, key)
  return x !== undefined && y !== undefined ? choose(x, y) : undefined
}

function mergeMaps(a: SchemaObject, b: SchemaObject, key: string): SchemaObject {
  const merged = schemaMap(a, key)
  for (const [name, asked] of schemaMap(b, key)) {
    const other = merged.get(name)
    merged.set(name, other === undefined ? asked : { allOf: [other, asked] })
  }
  return Object.fromEntries(merged)
}

function commonValues(a: unknown[] | undefined, b: unknown[] | undefined): unknown[] | undefined {
  if (a === undefined || b === undefined) return undefined
  const known = new Set(b.map((value) => JSON.stringify(value)))
  return a.filter((value) => known.has(JSON.stringify(value)))
}

function commonTypes(a: unknown, b: unknown): unknown {
  if (a === undefined || b === undefined) return undefined
  const mine: unknown[] = Array.isArray(a) ? a : [a]
  const theirs: unknown[] = Array.isArray(b) ? b : [b]
  const common = mine.filter((type) => theirs.includes(type))
  const hasInteger = mine.includes('integer') || theirs.includes('integer')
  const hasNumber = mine.includes('number') || theirs.includes('number')
  return hasInteger && hasNumber && !common.includes('integer') ? [...common, 'integer'] : common
}

function assign(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value !== undefined) target[key] = value
}
