import type { z } from 'zod'
import { AppError } from '@/lib/platform/errors'

/** Stripe's answer in the shape that we rely on; 502 `upstream_error` when it has another. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  throw new AppError('upstream_error', {
    message: 'The payment provider sent an answer that makes no sense.',
    cause: parsed.error,
  })
}
