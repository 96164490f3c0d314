import { setSuspension } from '@/lib/identity/set-suspension'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'
import type { SuspensionReply, SuspensionRequest } from './customers-schema'
import { heardEverywhere } from './internal/apply-everywhere'

/**
 * Closes a customer's account or opens it again. When this resolves no node lets its keys in any more; work under way is
 * finished and charged as always. Throws `not_found`, `operator_not_suspendable`.
 */
export async function suspendCustomer(
  operator: Caller,
  id: string,
  isSuspended: boolean,
  { reason }: SuspensionRequest,
): Promise<SuspensionReply> {
  const action = isSuspended ? 'customer.suspend' : 'customer.resume'
  const change = { action, subject: { type: 'customer', id }, reason } as const
  const { suspendedAt } = await audited(operator, change, async (transaction) => {
    const { before, after } = await setSuspension(id, isSuspended, transaction)
    return { suspendedAt: after, before: { suspended_at: before }, after: { suspended_at: after } }
  })
  await heardEverywhere()
  return { id, suspended_at: suspendedAt?.toISOString() ?? null }
}
