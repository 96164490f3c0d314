import type { JsonSchema, SchemaObject } from './json-schema'
import { mergeSchemas } from './merge-schemas'
import { readKeyword } from './read-keyword'
import { resolveRef } from './resolve-ref'

const MOST_STEPS = 30

/**
 * A schema without `$ref` and `allOf` at its top: what they ask for is merged into it.
 * Undefined for one that nothing satisfies (`false`) or that refers to itself.
 */
export function flattenSchema(
  schema: JsonSchema,
  root: JsonSchema,
  steps = { left: MOST_STEPS },
): SchemaObject | undefined {
  if (schema === false || steps.left-- <= 0) return undefined
  if (schema === true) return {}
  const { $ref, allOf, ...own } = schema
  if ($ref === undefined && allOf === undefined) return schema
  const parts: JsonSchema[] = readKeyword.schemas(schema, 'allOf')
  if (typeof $ref === 'string') parts.unshift(resolveRef(root, $ref) ?? true)
  let merged: SchemaObject = own
  for (const part of parts) {
    const flat = flattenSchema(part, root, steps)
    if (flat === undefined) return undefined
    merged = mergeChoices(merged, flat)
  }
  return merged
}

/** Two choices (`anyOf` on both sides) cannot be one: the second is kept beside the first. */
function mergeChoices(a: SchemaObject, b: SchemaObject): SchemaObject {
  const merged: Record<string, unknown> = { ...mergeSchemas(a, b) }
  for (const key of ['anyOf', 'oneOf']) {
    if (a[key] === undefined || b[key] === undefined) continue
    merged[key] = a[key]
    const others = readKeyword.schemas(merged, 'allOf')
    merged.allOf = [...others, { [key]: b[key] }]
  }
  return merged
}
