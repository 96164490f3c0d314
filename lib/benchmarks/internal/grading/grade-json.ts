import { parseJson } from '@/lib/platform/parse-json'
import type { Grade, JsonSchema } from '../suite'
import { sameValue } from './same-value'
import { schemaFault } from './schema-fault'

export function gradeJson(schema: JsonSchema, expected: unknown, text: string): Grade {
  const value = parse(text)
  if (value === undefined) return { passed: false, reason: 'The answer is not JSON and nothing else.' }
  const fault = schemaFault(schema, value)
  if (fault !== undefined) return { passed: false, reason: fault }
  if (sameValue(expected, value)) return { passed: true }
  return { passed: false, reason: `It fits the schema, but the values are not ${JSON.stringify(expected)}.` }
}

/** JSON alone, or alone in a fence. */
function parse(text: string): unknown {
  const bare = /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text
  return parseJson(bare)
}
