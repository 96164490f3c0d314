import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { findKeyRow } from '../repository'

/**
 * A key with `account:write` manages keys, so whatever it may hand out it has in effect itself. Two rules keep it from
 * becoming more than it is; a person at the console is bound by neither.
 * 1. It hands out the scopes that it holds, and `inference`, which is what provisioning keys is for.
 * 2. A key that is limited itself hands out nothing: each new key would be a way around the limit.
 */
export function checkMayGrant(caller: Caller, scopes: readonly string[]): void {
  const own = caller.apiKey?.scopes
  if (own === undefined) return
  const beyond = scopes.find((scope) => scope !== 'inference' && !own.includes(scope))
  if (beyond !== undefined)
    throw new AppError('insufficient_scope', {
      param: 'scopes',
      message: `This API key cannot hand out the scope ${beyond}, which it does not have.`,
    })
}

export async function checkMayHandOutKeys(caller: Caller): Promise<void> {
  if (caller.apiKey === null) return
  const own = await findKeyRow(caller.customerId, caller.apiKey.id)
  if (own === null) throw new AppError('invalid_api_key')
  const isLimited =
    own.limitNanos !== null || own.limitsModels || own.rateLimitRpm !== null || own.expiresAt !== null
  if (isLimited)
    throw new AppError('insufficient_scope', {
      message:
        'This API key is limited itself (by money, models, speed or time), so it cannot make keys or loosen their limits.',
    })
}
