import { eraseAlertsOf } from '@/lib/account/alerts/settings'
import { eraseContentsOf } from '@/lib/account/api-keys/contents'
import { claimErasures, confirmDeletion, deleteCustomer, endErasure } from '@/lib/account/identity/customers'
import { endedSessionCookie } from '@/lib/account/identity/sessions'
import { eraseOwnKeysOf } from '@/lib/catalog/credentials/keys'
import { eraseDataRulesOf } from '@/lib/catalog/models/data-rules'
import { eraseBatchesOf } from '@/lib/gateway/batches/batches'
import { eraseResponsesOf } from '@/lib/gateway/chat/formats/responses/memory'
import { eraseImagesOf } from '@/lib/media/images/history'
import { erasePortraitsOf } from '@/lib/media/portraits/groups'
import { eraseSharesOf } from '@/lib/media/shares/shares'
import { eraseVideosOf } from '@/lib/media/videos/history'
import { eraseBudgetsOf } from '@/lib/money/budgets/budgets'
import { eraseBillingOf } from '@/lib/money/orders/billing'
import { cancelCheckouts, refuseWhilePaying } from '@/lib/money/orders/checkout'
import { leavePriceGroup } from '@/lib/money/price-groups/groups'
import { forgetNames } from '@/lib/money/usage/upkeep'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { deleteAnswersOf } from '@/lib/platform/idempotency-records'
import { logger } from '@/lib/platform/logger'
import { untilHeard } from '@/lib/platform/notify'
import { inTransaction } from '@/lib/platform/transaction'
import { eraseCallbacksOf } from '@/lib/work/deliveries/deliveries'
import { eraseFilesOf } from '@/lib/work/objects/files'
import { deleteObjectsOf } from '@/lib/work/objects/keep-object'
import { expireUploadsOf } from '@/lib/work/uploads/claim-uploads'
import type { DeleteAccountRequest, DeletedAccount } from './deletion-schema'

/**
 * Deletes the caller's account. When this resolves, sessions, share links, files and open payment pages have ended, no node
 * accepts its keys, and its email can sign up again; `sweepDeletedAccounts` erases the rest. Throws as `confirmDeletion`
 * does, and `payment_under_way`; then only open payment pages have ended.
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
    await eraseSharesOf(customerId, transaction)
    await deleteObjectsOf(customerId, transaction)
  })
  await untilHeard().catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'an account is deleted, but other nodes may hear of its keys late'),
  )
  return { value: { id: customerId, object: 'account', deleted: true }, cookie: endedSessionCookie() }
}

const AT_ONCE = 20
const AGAIN_AFTER_SECONDS = 15 * 60
/** Requests in progress at the deletion have ended and stored their results by then. */
const LAST_LOOK_MILLIS = 60 * 60_000

/** Erases the data of deleted accounts, and repeats it until an hour has passed and nothing is left. */
export async function sweepDeletedAccounts(): Promise<void> {
  for (const { id, deletedAt } of await claimErasures(AGAIN_AFTER_SECONDS, AT_ONCE)) {
    try {
      const isErased = await eraseCustomer(id)
      if (isErased && clock.now().getTime() - deletedAt.getTime() >= LAST_LOOK_MILLIS) await endErasure(id)
    } catch (error) {
      logger.error({ customerId: id, err: String(error) }, 'a deleted account could not be erased yet')
    }
  }
}

/**
 * Erases a deleted customer's data as far as possible now. Safe to repeat and to run concurrently. False while tasks are
 * left whose charge is not settled.
 */
async function eraseCustomer(customerId: string): Promise<boolean> {
  await cancelCheckouts(customerId)
  const areImagesGone = await eraseImagesOf(customerId)
  const areVideosGone = await eraseVideosOf(customerId)
  await eraseBatchesOf(customerId)
  await eraseFilesOf(customerId)
  await erasePortraitsOf(customerId)
  await expireUploadsOf(customerId)
  await deleteObjectsOf(customerId)
  // After the videos, since cancelling one sends a callback.
  await eraseCallbacksOf(customerId)
  await eraseAlertsOf(customerId)
  await eraseSharesOf(customerId)
  await eraseOwnKeysOf(customerId)
  await eraseDataRulesOf(customerId)
  await eraseBillingOf(customerId)
  await leavePriceGroup(customerId)
  await eraseContentsOf(customerId)
  await eraseBudgetsOf(customerId)
  await forgetNames(customerId)
  await deleteAnswersOf(customerId)
  await eraseResponsesOf(customerId)
  return areImagesGone && areVideosGone
}
