import { fitsSchema } from './fits-schema'
import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'
import type { Place, Writing } from './writing'

/** The member that the message names, else the default, else the first one. */
export function writeEnum(schema: SchemaObject, place: Place, { material, root }: Writing): unknown {
  const members = readKeyword.values(schema, 'enum') ?? []
  const fitting = members.filter((member) => fitsSchema(member, schema, { root, left: 100 }))
  const named = fitting.find((member) => isNamedIn(member, material.mentions))
  if (named !== undefined && place.variant === 0) return named
  if (place.variant === 0 && fitting.includes(schema.default)) return schema.default
  const notNull = fitting.filter((member) => member !== null)
  const choices = notNull.length > 0 ? notNull : fitting
  return choices[place.variant % Math.max(choices.length, 1)] ?? null
}

function isNamedIn(member: unknown, mentions: (words: string) => boolean): boolean {
  if (typeof member === 'number') return mentions(String(member))
  return typeof member === 'string' && member !== '' && mentions(member)
}
