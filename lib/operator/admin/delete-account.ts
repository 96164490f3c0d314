import { eraseAlertsOf } from '@/lib/account/alerts/settings'
import { eraseContentsOf } from '@/lib/account/api-keys/contents'
import { everywhere } from '@/lib/account/api-keys/spend'
import {
  claimErasures,
  confirmDeletion,
  deleteCustomer,
  deletePerson,
  endErasure,
  listDeletedWith,
  readCustomer,
} from '@/lib/account/identity/customers'
import { readProfile } from '@/lib/account/identity/profile'
import { endedSessionCookie } from '@/lib/account/identity/sessions'
import { eraseAuditOf, forgetActors } from '@/lib/account/organizations/audit'
import { eraseInvitationsOf } from '@/lib/account/organizations/invitations'
import { changeMembers, requirePermission } from '@/lib/account/organizations/members'
import type { DeletedOrganization, DeleteOrganizationRequest } from '@/lib/account/organizations/schema'
import { eraseProjectsOf } from '@/lib/account/projects/projects'
import { eraseProvisioningOf } from '@/lib/account/provisioning/settings'
import { eraseOwnKeysOf } from '@/lib/catalog/credentials/keys'
import { eraseDataRulesOf } from '@/lib/catalog/models/data-rules'
import { eraseBatchesOf } from '@/lib/gateway/batches/batches'
import { eraseResponsesOf } from '@/lib/gateway/chat/formats/responses/memory'
import { erasePlaygroundOf } from '@/lib/gateway/playground/conversations'
import { eraseBoardsOf } from '@/lib/media/boards/boards'
import { eraseImagesOf } from '@/lib/media/images/history'
import { erasePortraitsOf } from '@/lib/media/portraits/groups'
import { eraseSharesOf } from '@/lib/media/shares/shares'
import { eraseVideosOf } from '@/lib/media/videos/history'
import { eraseBudgetsOf } from '@/lib/money/budgets/budgets'
import { eraseBillingOf } from '@/lib/money/orders/billing'
import { cancelCheckouts, refuseWhilePaying } from '@/lib/money/orders/checkout'
import { leavePriceGroup } from '@/lib/money/price-groups/groups'
import { forgetNames } from '@/lib/money/usage/upkeep'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { deleteAnswersOf } from '@/lib/platform/idempotency-records'
import { logger } from '@/lib/platform/logger'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { eraseCallbacksOf } from '@/lib/work/deliveries/deliveries'
import { eraseFilesOf } from '@/lib/work/objects/files'
import { deleteObjectsOf } from '@/lib/work/objects/keep-object'
import { expireUploadsOf } from '@/lib/work/uploads/claim-uploads'
import type { DeleteAccountRequest, DeletedAccount } from './deletion-schema'

/**
 * Deletes the caller's account, with the organizations in which nobody else is. When this resolves, sessions, share links, files
 * and open payment pages have ended, no node accepts its keys, and its email can sign up again; `sweepDeletedAccounts` erases the
 * rest. Throws as `listDeletedWith` and `confirmDeletion` do, and `payment_under_way`; then only open payment pages have ended.
 */
export async function deleteAccount(
  caller: Caller,
  request: DeleteAccountRequest,
  address: string,
): Promise<{ value: DeletedAccount; cookie: string }> {
  const userId = requirePerson(caller)
  const { customer_id: id, is_demo } = await readProfile(userId)
  const owned = is_demo ? [] : await listDeletedWith(userId)
  await confirmDeletion(caller, request, address)
  for (const customerId of owned) await cancelCheckouts(customerId)
  await inTransaction(async (transaction) => {
    await forgetActors(userId, transaction)
    for (const customerId of await deletePerson(userId, transaction)) await endAtOnce(customerId, transaction)
  })
  await everywhere()
  return { value: { id, object: 'account', deleted: true }, cookie: endedSessionCookie() }
}

/**
 * Deletes the organization that the caller owns, with everything in it, as `deleteAccount` does. Its members stay people of their
 * other organizations. Throws as `confirmDeletion` does, and `operator_not_deletable`, `payment_under_way`.
 */
export async function deleteOrganization(
  caller: Caller,
  { name, ...request }: DeleteOrganizationRequest,
  address: string,
): Promise<DeletedOrganization> {
  const { customerId } = caller
  const organization = await readCustomer(customerId)
  if (organization.isOperator) throw new AppError('operator_not_deletable')
  if (name.normalize('NFC').trim() !== organization.name)
    throw new AppError('invalid_parameter', {
      param: 'name',
      message: 'name does not match the name of the organization.',
    })
  await confirmDeletion(caller, request, address)
  await cancelCheckouts(customerId)
  // The owner may have been removed while the payment service was asked.
  await changeMembers(caller, async (actor, transaction) => {
    requirePermission(actor, 'organization.own')
    await deleteCustomer(customerId, transaction)
    await endAtOnce(customerId, transaction)
  })
  await everywhere()
  return { id: customerId, object: 'organization', deleted: true }
}

async function endAtOnce(customerId: string, transaction: Transaction): Promise<void> {
  await refuseWhilePaying(customerId, transaction)
  await eraseSharesOf(customerId, transaction)
  await erasePlaygroundOf(customerId, transaction)
  await deleteObjectsOf(customerId, transaction)
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
 * left whose charge is not settled, or usage with names is on its way to ClickHouse.
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
  await eraseInvitationsOf(customerId)
  await eraseSharesOf(customerId)
  await erasePlaygroundOf(customerId)
  await eraseBoardsOf(customerId)
  await eraseOwnKeysOf(customerId)
  await eraseDataRulesOf(customerId)
  await eraseBillingOf(customerId)
  await leavePriceGroup(customerId)
  await eraseContentsOf(customerId)
  await eraseBudgetsOf(customerId)
  await eraseProjectsOf(customerId)
  await eraseProvisioningOf(customerId)
  const areNamesGone = await forgetNames(customerId)
  await deleteAnswersOf(customerId)
  await eraseResponsesOf(customerId)
  await eraseAuditOf(customerId)
  return areImagesGone && areVideosGone && areNamesGone
}
