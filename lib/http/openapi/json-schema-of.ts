import { z } from 'zod'

/**
 * A zod schema as JSON Schema 2020-12, OpenAPI 3.1's own dialect. A request may hold nothing that is not named (where its
 * schema is strict); answers may get further fields in later versions, so nobody shall count on there being no others.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return described
}
