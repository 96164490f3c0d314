import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import type { Transaction } from '@/lib/platform/transaction'
import { flushLedgerBriefly } from './ledger'
import { type CreditItem, insertAdjustment, insertCredit } from './repository'

/** Books a movement of bought credit: a purchase, a refund, a dispute. Once per key; true when it was new. */
export function creditOnce(item: CreditItem, transaction?: Transaction): Promise<boolean> {
  return insertCredit(item, transaction)
}

/** What a new account begins with, once for each customer. */
export function grantTrial(
  { customerId, amountNanos }: { customerId: string; amountNanos: bigint },
  transaction: Transaction,
): Promise<boolean> {
  const key = `trial:${customerId}`
  const trial = { customerId, amountNanos, key, kind: 'trial', source: 'system:grants', purchasedNanos: 0n }
  return insertCredit(trial, transaction)
}

/** Gives a customer free credit. Booked once per `key`, however often it is repeated; true when it was new. */
export function grantCredit(
  grant: { customerId: string; amountNanos: bigint; key: string },
  transaction?: Transaction,
): Promise<boolean> {
  return insertCredit({ ...grant, kind: 'grant', source: 'system:grants', purchasedNanos: 0n }, transaction)
}

type Adjustment = {
  customerId: string
  /** Above zero credits, below zero debits. */
  amountNanos: bigint
  /** Booked once per key. */
  key: string
}

type AdjustedBalance = {
  /** Of the ledger entry. */
  key: string
  /** False when this adjustment had been booked before. */
  isNew: boolean
  /** What can be spent now: the balance without what is held. */
  availableNanos: bigint
}

/**
 * Books a credit or a debit by hand. A debit is limited to what is available: neither the balance nor what is held for
 * work in progress goes below zero. Throws `debit_exceeds_available`, and `idempotency_key_conflict` where the key was
 * used for something else.
 */
export async function adjustBalance(
  { customerId, amountNanos, key }: Adjustment,
  transaction: Transaction,
): Promise<AdjustedBalance> {
  if (amountNanos === 0n) throw new RangeError('an adjustment of nothing')
  await flushLedgerBriefly()
  const entry = { key: `adjust:${key}`, customerId, amountNanos }
  const { outcome, available } = await insertAdjustment(entry, transaction)
  if (outcome === 'conflict')
    throw new AppError('idempotency_key_conflict', {
      param: 'id',
      message: 'This id was used for another credit or debit.',
    })
  if (outcome === 'short')
    throw new AppError('debit_exceeds_available', {
      param: 'amount',
      message: `Only $${formatUsd(available < 0n ? 0n : available)} is free.`,
      metadata: { available: formatUsd(available) },
    })
  return { key: entry.key, isNew: outcome === 'booked', availableNanos: available }
}
