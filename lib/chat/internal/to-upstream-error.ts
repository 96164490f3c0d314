import { z } from 'zod'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

const InBandError = z.looseObject({
  message: z.string().optional(),
  code: z.union([z.string(), z.number()]).nullish(),
  status: z.union([z.string(), z.number()]).nullish(),
})

/** An error that an upstream sent as an event of a stream which had begun with status 200. */
export function toUpstreamError(value: unknown): UpstreamError {
  const parsed = InBandError.safeParse(value)
  const status = parsed.success ? Number(parsed.data.code ?? parsed.data.status) : Number.NaN
  if (status === 429) return new UpstreamError('rate_limited', { status })
  return new UpstreamError('failed', Number.isInteger(status) ? { status } : {})
}
