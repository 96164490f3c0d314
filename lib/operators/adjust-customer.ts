import { adjustBalance } from '@/lib/billing/credit'
import { readCustomer } from '@/lib/identity/read-customer'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { audited } from './audited'
import type { AdjustReply, AdjustRequest } from './customers-schema'

/**
 * A credit or debit by hand: one ledger entry, booked once per `id`, and the audit entry that says why, both or neither.
 * A debit takes no more than is free. Throws `not_found`, `debit_exceeds_available`, `idempotency_key_conflict`.
 */
export async function adjustCustomer(
  operator: Caller,
  customerId: string,
  { id, amount, reason }: AdjustRequest,
): Promise<AdjustReply> {
  const amountNanos = parseUsd(amount)
  if (amountNanos === undefined) throw new AppError('invalid_parameter', { param: 'amount' })
  await readCustomer(customerId)
  const action = amountNanos > 0n ? 'customer.credit' : 'customer.debit'
  const change = { action, subject: { type: 'customer', id: customerId }, reason } as const
  const { availableNanos, isNew } = await audited(operator, change, async (transaction) => {
    const adjusted = await adjustBalance({ customerId, amountNanos, key: id }, transaction)
    if (!adjusted.isNew) return { ...adjusted, before: null, after: null }
    return {
      ...adjusted,
      before: { available: formatUsd(adjusted.availableNanos - amountNanos) },
      after: {
        available: formatUsd(adjusted.availableNanos),
        amount: formatUsd(amountNanos),
        ledger_key: adjusted.key,
      },
    }
  })
  return {
    customer_id: customerId,
    amount: formatUsd(amountNanos),
    available: formatUsd(availableNanos),
    is_new: isNew,
  }
}
