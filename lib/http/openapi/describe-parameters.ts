import { z } from 'zod'
import type { Route } from '../route'
import { jsonSchemaOf } from './json-schema-of'

/** What an operation takes besides its body. */
export function describeParameters({ declaration }: Route) {
  const { params, query, reads, idempotent, file, sharedForSeconds } = declaration
  return [
    ...fieldsOf(params, 'path'),
    ...fieldsOf(query ?? reads?.query, 'query'),
    ...(idempotent ? [idempotencyKey] : []),
    ...(file || sharedForSeconds !== undefined ? [ifNoneMatch] : []),
    ...(file ? [range, ifRange] : []),
  ]
}

function fieldsOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    ...(place === 'path' ? describePathField(field) : { schema: jsonSchemaOf(field, 'input') }),
  }))
}

/** `[...id]` stands for several parts of a path, which the document has no form for. */
function describePathField(field: z.ZodType) {
  const schema = jsonSchemaOf(field, 'input')
  if (schema.type !== 'array') return { schema }
  return { description: 'May contain slashes.', schema: { type: 'string', minLength: 1 } }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body within 24 hours gets the first answer again and does nothing; with another body it is a 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})
const ifNoneMatch = header(
  'If-None-Match',
  'The `etag` of an answer that the client has: 304 while it is good.',
)
const range = header('Range', 'One range of bytes, such as `bytes=0-1023`.')
const ifRange = header('If-Range', 'The `etag` of the file that the range belongs to.')
