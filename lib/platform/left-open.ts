import type { z } from 'zod'

/**
 * An optional field of a request that makes something. Clients send null for what they leave open, so null is the same as
 * leaving it out. (In a request that changes something null clears, and is a fault where there is nothing to clear.)
 */
export function leftOpen<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value): z.output<Schema> | undefined => value ?? undefined)
}
