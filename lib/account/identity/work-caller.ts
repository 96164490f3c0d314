import { findKeyCaller } from '@/lib/account/api-keys/keys'
import { type Caller, callLimitsOf, requirePermission, spendLimitsOf } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { Role } from '@/lib/platform/roles'
import { readCustomer } from './customers'
import { findMemberOf } from './repository'

/** Whom work that outlives its request acts for: a key, or a signed-in person. */
type Worker = { customerId: string; apiKeyId: string | null; userId: string | null }

/**
 * The caller, with its role, limits and settings of now. Throws `invalid_api_key` where the key or the person's membership has
 * ended, and `insufficient_role`.
 */
export async function findWorkCaller(worker: Worker): Promise<Caller> {
  const caller = await findCaller(worker)
  if (caller === undefined)
    throw new AppError('invalid_api_key', {
      message: 'The API key, or the membership of the person, that this work was started with has ended.',
    })
  requirePermission(caller, 'models.use')
  return caller
}

async function findCaller({ customerId, apiKeyId, userId }: Worker): Promise<Caller | undefined> {
  if (apiKeyId !== null) return findKeyCaller(customerId, apiKeyId)
  const console = { customerId, userId, apiKey: null, isOperator: false }
  if (userId === null) {
    // Of before people were recorded.
    const customer = await readCustomer(customerId)
    return { ...console, limits: callLimitsOf(customer), spendLimits: spendLimitsOf({ customer }) }
  }
  const person = await findMemberOf(userId)
  const membership = person?.memberships.find((one) => one.customerId === customerId)
  if (membership === undefined) return undefined
  const { customer } = membership
  return {
    ...console,
    limits: callLimitsOf(customer),
    member: { id: membership.id, role: Role.parse(membership.role) },
    spendLimits: spendLimitsOf({ customer, member: membership }),
  }
}
