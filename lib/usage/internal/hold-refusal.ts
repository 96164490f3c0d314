import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'

const HELD_MONEY_RETRY_SECONDS = 5

type Refused = { outcome: 'balance' | 'key_limit'; available: bigint; held: bigint }

/** 402: which limit refused the hold, and when trying again may help. */
export function holdRefusal(required: bigint, { outcome, available, held }: Refused): AppError {
  const code = outcome === 'balance' ? 'insufficient_quota' : 'key_limit_exceeded'
  return new AppError(code, {
    metadata: {
      limit_source: outcome,
      required: formatUsd(required),
      available: formatUsd(available > 0n ? available : 0n),
    },
    retryAfterSeconds: held > 0n && available + held >= required ? HELD_MONEY_RETRY_SECONDS : undefined,
  })
}

/** 503: the database did not say whether the money is there. */
export function holdUnknown(cause: unknown): AppError {
  return new AppError('service_unavailable', { cause, retryAfterSeconds: 1 })
}
