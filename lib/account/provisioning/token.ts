import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { refuseKey } from '@/lib/account/api-keys/verify-key'
import { readCustomerStatus } from '@/lib/account/identity/customers'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { refuseAfterAuthFailures } from '@/lib/platform/rate-limit'
import { findByToken, recordTokenUse } from './repository'

const UNKNOWN =
  'Send the SCIM token of the organization as "Authorization: Bearer <token>". It is missing, unknown or revoked.'

export function newToken() {
  const token = `scim-portico-${randomBytes(32).toString('base64url')}`
  return { token, tokenHash: digestOf(token), tokenLast4: token.slice(-4) }
}

function digestOf(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', token, 'buffer'))
}

/** Recently valid ones: their senders are not guessing, and strangers behind the same address lock them out no more. */
const valid = new LRUCache<string, true>({ max: 5_000, ttl: 60 * 60_000 })

const USE_RECORDED_MILLIS = 60_000

/** The organization of a request to SCIM, by its Authorization header. Failures count as those of keys. */
export async function verifyScimToken(
  authorization: string | undefined,
  sender: { readonly peer: string },
): Promise<Caller> {
  if (authorization === undefined) throw new AppError('invalid_api_key', { message: UNKNOWN })
  const token = /^Bearer +(scim-portico-[\w-]{43}) *$/i.exec(authorization)?.[1]
  if (token === undefined) return refuseKey(sender, UNKNOWN)
  const tokenHash = digestOf(token)
  const digest = Buffer.from(tokenHash).toString('hex')
  if (!valid.has(digest)) await refuseAfterAuthFailures(sender.peer)
  const row = await findByToken(tokenHash)
  const customer = row && (await readCustomerStatus(row.customerId))
  if (!row || !customer || customer.deletedAt !== null || (customer.isDemo && !env().demo)) {
    valid.delete(digest)
    return refuseKey(sender, UNKNOWN)
  }
  if (customer.suspendedAt !== null) throw new AppError('account_suspended')
  valid.set(digest, true)
  recordUse(row)
  return { customerId: row.customerId, userId: null, apiKey: null, isOperator: false }
}

/** In the background, once a minute. */
function recordUse({ customerId, tokenUsedAt }: { customerId: string; tokenUsedAt: Date | null }): void {
  const now = clock.now()
  const since = new Date(now.getTime() - USE_RECORDED_MILLIS)
  if (tokenUsedAt !== null && tokenUsedAt > since) return
  recordTokenUse(customerId, now, since).catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'the use of a SCIM token was not recorded'),
  )
}
