import type { Caller } from '@/lib/platform/caller'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { inTransaction } from '@/lib/platform/transaction'
import { detachCardJob } from './auto-top-up'
import { deleteSettingsOf, findDetails, saveDetails } from './internal/top-up-repository'
import type { BillingDetails } from './settings-schema'

/** Whom the customer's next documents are made out to; existing ones do not change. */
export function readBillingDetails({ customerId }: Caller): Promise<BillingDetails> {
  return findDetails(customerId)
}

export async function replaceBillingDetails(
  { customerId }: Caller,
  details: BillingDetails,
): Promise<BillingDetails> {
  await saveDetails(customerId, details)
  return details
}

/** Deletes a deleted customer's billing settings and saved card. Its orders stay, as its documents must. */
export function eraseBillingOf(customerId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const paymentMethodId = await deleteSettingsOf(customerId, transaction)
    if (paymentMethodId) await enqueue(detachCardJob, { paymentMethodId }, { transaction })
  })
}
