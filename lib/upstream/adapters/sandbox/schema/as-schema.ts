import { isRecord } from '@/lib/platform/is-record'
import type { JsonSchema } from './json-schema'

/** A value as a schema, where it can be one. */
export function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'boolean' || isRecord(value) ? value : undefined
}
