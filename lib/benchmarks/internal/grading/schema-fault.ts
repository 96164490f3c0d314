import { Ajv2020 } from 'ajv/dist/2020'
import { remember } from '@/lib/platform/remember'
import type { JsonSchema } from '../suite'

/** Why the value does not fit the schema, as a sentence; undefined when it does. */
export function schemaFault(schema: JsonSchema, value: unknown): string | undefined {
  const ajv = remember('benchmark-ajv', () => new Ajv2020({ strict: true, allowUnionTypes: true }))
  if (ajv.validate(schema, value)) return undefined
  const [error] = ajv.errors ?? []
  const place = error?.instancePath === '' ? 'the whole' : error?.instancePath
  return `It does not fit the schema: ${place} ${error?.message ?? 'is wrong'}.`
}
