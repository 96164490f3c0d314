import { createResetLink } from '@/lib/identity/create-reset-link'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'
import type { ResetLinkReply, ResetLinkRequest } from './customers-schema'

/**
 * A link with which a person of the customer sets a new password, for the operator to hand over. The log says that it was
 * made, for whom and why, and not the link. Throws `not_found`, `demo_account_fixed`.
 */
export async function handOutResetLink(
  operator: Caller,
  id: string,
  { user_id, reason }: ResetLinkRequest,
): Promise<ResetLinkReply> {
  const change = { action: 'customer.reset_link', subject: { type: 'customer', id }, reason } as const
  const { url, after } = await audited(operator, change, async (transaction) => {
    const { email, url, expiresAt } = await createResetLink(id, user_id, transaction)
    return { url, before: null, after: { user_id, email, expires_at: expiresAt.toISOString() } }
  })
  return { ...after, url }
}
