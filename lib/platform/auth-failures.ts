import { networkOf } from './client-address'
import { env } from './env'
import { AppError } from './errors'
import { type LimitState, lookForToken, takeToken } from './rate-limit'

/**
 * Guessing: wrong keys, passwords and sign-in links are counted by the address that they come from (of IPv6: its /64), and
 * past RATE_LIMIT_AUTH_FAILURE a minute nothing that it sends is looked up any more.
 */
const bucketOf = (address: string) => `auth_failure:ip:${networkOf(address)}`

/** Throws `rate_limit_exceeded` while this address has failed too often. */
export async function refuseAfterAuthFailures(address: string): Promise<void> {
  refuse(await lookForToken(bucketOf(address), env().RATE_LIMIT_AUTH_FAILURE))
}

/** Counts a failure. Throws `rate_limit_exceeded` when it is one too many, whatever it would have been told. */
export async function countAuthFailure(address: string): Promise<void> {
  refuse(await takeToken(bucketOf(address), env().RATE_LIMIT_AUTH_FAILURE))
}

function refuse({ allowed, limit, retryAfterSeconds }: LimitState): void {
  if (allowed) return
  throw new AppError('rate_limit_exceeded', {
    message: `More than ${limit} failed authentications a minute from this address; try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
    metadata: { limit_source: 'gateway' },
  })
}
