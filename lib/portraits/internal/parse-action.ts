import type { z } from 'zod'
import { isRecord } from '@/lib/platform/json'
import { invalidParameter } from './invalid-parameter'
import { missingParameter } from './missing-parameter'

/** Parses an action's body; the first fault names its field as the protocol does. Unknown fields are passed over. */
export function parseAction<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const input = unflatten(body)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.filter((part) => typeof part === 'string') ?? []
  const field = path.length === 0 ? 'Body' : path.join('.')
  const value = path.reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), input)
  const isMissing = typeof value === 'string' ? value.trim() === '' : value === undefined || value === null
  if (isMissing) throw missingParameter(field)
  throw invalidParameter(field, `${field} ${issue?.message ?? 'is not valid'}.`)
}

/** `{"Filter.GroupType": …}` is the same as `{"Filter": {"GroupType": …}}`. */
function unflatten(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw invalidParameter('Body', 'Body must be a JSON object.')
  const flat = Object.entries(body).filter(([name]) => name.startsWith('Filter.'))
  if (flat.length === 0) return body
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('Filter.')))
  const inside = isRecord(rest.Filter) ? rest.Filter : {}
  const outside = Object.fromEntries(flat.map(([name, value]) => [name.slice('Filter.'.length), value]))
  return { ...rest, Filter: { ...inside, ...outside } }
}
