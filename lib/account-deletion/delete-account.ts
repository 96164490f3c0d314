import { cancelCheckouts, refuseWhilePaying } from '@/lib/billing/cancel-checkout'
import { confirmDeletion } from '@/lib/identity/confirm-deletion'
import { deleteCustomer } from '@/lib/identity/delete-customer'
import { endedSessionCookie } from '@/lib/identity/ended-session-cookie'
import type { Caller } from '@/lib/platform/caller'
import { logger } from '@/lib/platform/logger'
import { untilHeard } from '@/lib/platform/notify'
import { inTransaction } from './repository'
import type { DeleteAccountRequest, DeletedAccount } from './schema'

/**
 * Ends the account of the person at the console. When this resolves its sessions have ended, no node lets its keys in, and
 * its email can sign up anew; the rest is erased by `sweepDeletedAccounts`. Payment pages that are open are closed. Throws
 * as `confirmDeletion` does, and `payment_under_way`; then nothing but open payment pages has ended.
 */
export async function deleteAccount(
  caller: Caller,
  request: DeleteAccountRequest,
  address: string,
): Promise<{ value: DeletedAccount; cookie: string }> {
  const { customerId } = caller
  await confirmDeletion(caller, request, address)
  await cancelCheckouts(customerId)
  await inTransaction(async (transaction) => {
    await deleteCustomer(customerId, transaction)
    await refuseWhilePaying(customerId, transaction)
  })
  await untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'an account is deleted, but other nodes may hear of its keys late'),
  )
  return { value: { id: customerId, object: 'account', deleted: true }, cookie: endedSessionCookie() }
}
