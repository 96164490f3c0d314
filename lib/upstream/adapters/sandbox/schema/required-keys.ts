import { isRecord } from '@/lib/platform/is-record'
import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

/** What must be there, given what is there. */
export function requiredKeys(schema: SchemaObject, present: readonly string[]): string[] {
  const required = new Set(readKeyword.texts(schema, 'required'))
  const { dependentRequired } = schema
  if (!isRecord(dependentRequired)) return [...required]
  const open = [...present, ...required]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const other of readKeyword.texts(dependentRequired, key)) {
      if (required.has(other)) continue
      required.add(other)
      open.push(other)
    }
  }
  return [...required]
}
