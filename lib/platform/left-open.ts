import type { z } from 'zod'

/**
 * An optional field of a request that makes something. Clients send null for what they leave open, so null is the same as
 * leaving it out. (In a request that changes something null clears, and is a fault where there is nothing to clear.)
 * `usual`: what the use case takes it for then, told in the API's description.
 */
export function leftOpen<Schema extends z.ZodType>(schema: Schema, usual?: z.output<Schema>) {
  const field = usual === undefined ? schema.nullish() : schema.nullish().meta({ default: usual })
  return field.transform((value): z.output<Schema> | undefined => value ?? undefined)
}
