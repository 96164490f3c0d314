import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'

/** Bytes that a customer handed in and nothing uses yet, and when the first of them go by themselves. */
export type Waiting = { bytes: number; until: Date | null }

/**
 * What a customer hands in costs nothing until it is used, so it may not fill the store. Throws 429 where more waits than
 * `WAITING_BYTES_QUOTA`.
 */
export function refuseTooMuchWaiting({ bytes, until }: Waiting): void {
  const limit = env().WAITING_BYTES_QUOTA
  if (bytes <= limit) return
  const seconds =
    until === null ? 1 : Math.max(1, Math.ceil((until.getTime() - clock.now().getTime()) / 1000))
  throw new AppError('rate_limit_exceeded', {
    message: `Files of yours that nothing uses yet may have ${limit} bytes together; the first of them goes in ${seconds} s.`,
    retryAfterSeconds: seconds,
    metadata: { limit_source: 'storage' },
  })
}
