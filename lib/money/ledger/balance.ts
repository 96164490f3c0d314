import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { offsetOf, toCountedPage } from '@/lib/platform/page-cursor'
import type { Transaction } from '@/lib/platform/transaction'
import { releaseUnsharedHolds } from './holds'
import { flushLedgerBriefly } from './ledger'
import {
  type CreditItem,
  countEntryRows,
  findBalance,
  insertAdjustment,
  insertCredit,
  listBalanceRows,
  listBalancesChangedAfter,
  listEntryRows,
  rankByBalance,
} from './repository'
import { BalanceEntryKind, type BalanceReply, type EntriesQuery, type EntriesReply } from './schema'

/** The customer's balance, what is held of it, and the totals bought and used. */
export async function readBalance(caller: Caller): Promise<BalanceReply> {
  await flushBalance(caller.customerId)
  const row = await findBalance(caller.customerId)
  const balance = row?.balanceNanos ?? 0n
  const held = row?.heldNanos ?? 0n
  return {
    currency: 'USD',
    balance: formatUsd(balance),
    held: formatUsd(held),
    available: formatUsd(balance - held),
    total_purchased: formatUsd(row?.purchasedNanos ?? 0n),
    total_used: formatUsd(row?.usedNanos ?? 0n),
    updated_at: (row?.updatedAt ?? clock.now()).toISOString(),
  }
}

/**
 * Before a balance is read: writes what the customer's requests have used and releases what was held for future
 * requests, so that only holds of requests in progress show. Waits two seconds at most.
 */
export async function flushBalance(customerId: string): Promise<void> {
  await flushLedgerBriefly()
  await releaseUnsharedHolds(customerId)
}

/** Credit minus charges in the database, nano-USD; null for a customer without credit. */
export async function readSettledBalance(
  customerId: string,
  db?: Transaction,
): Promise<{ customerId: string; balanceNanos: bigint } | null> {
  const row = await findBalance(customerId, db)
  return row === null ? null : { customerId, balanceNanos: row.balanceNanos }
}

export type CustomerBalance = {
  balanceNanos: bigint
  heldNanos: bigint
  purchasedNanos: bigint
  usedNanos: bigint
}

/** Balances by customer id; a customer without credit has none. */
export async function listBalances(customerIds: string[]): Promise<Map<string, CustomerBalance>> {
  const rows = await listBalanceRows(customerIds)
  return new Map(rows.map(({ customerId, ...balance }) => [customerId, balance]))
}

/** A page of these customers by their balance or what they spent, most first. */
export function rankCustomers(
  customerIds: string[],
  page: { by: 'balance' | 'spent'; offset: number; limit: number },
): Promise<string[]> {
  return rankByBalance(customerIds, page)
}

export type ChangedBalance = {
  customerId: string
  /** Credit minus charges; holds are not subtracted. */
  balanceNanos: bigint
  updatedAt: Date
}

/** Balances changed after this time, ordered by customer id; the next page starts after the last id. */
export function listChangedBalances(
  after: Date,
  afterCustomerId: string,
  limit: number,
): Promise<ChangedBalance[]> {
  return listBalancesChangedAfter(after, afterCustomerId, limit)
}

/** The caller's credits and debits other than charges for requests, newest first. */
export async function listCustomerEntries(
  { customerId }: Caller,
  { limit, ...from }: EntriesQuery,
): Promise<EntriesReply> {
  const offset = offsetOf(from)
  const [entries, total] = await Promise.all([
    listEntries(customerId, limit, offset),
    countEntryRows(customerId),
  ])
  return toCountedPage(entries.map(presentEntry), { total, limit, offset })
}

function presentEntry({ key, kind, amountNanos, createdAt }: LedgerEntry): EntriesReply['items'][number] {
  return {
    id: key,
    kind: BalanceEntryKind.parse(kind),
    amount: formatUsd(amountNanos),
    currency: 'USD',
    order_id: /^order:(\w+):/.exec(key)?.[1] ?? null,
    created_at: createdAt.toISOString(),
  }
}

export type LedgerEntry = {
  key: string
  /** `BalanceEntryKind`; never a charge for a request. */
  kind: string
  /** Positive for a credit. */
  amountNanos: bigint
  createdAt: Date
}

/** A customer's credits and debits other than charges for requests, newest first. */
export async function listEntries(customerId: string, limit: number, offset = 0): Promise<LedgerEntry[]> {
  const rows = await listEntryRows(customerId, limit, offset)
  return rows.map(({ key, kind, creditAccount, amountNanos, createdAt }) => ({
    key,
    kind,
    amountNanos: creditAccount === customerId ? amountNanos : -amountNanos,
    createdAt,
  }))
}

/** Books a purchase, a refund or a dispute. Once per key; true when it was new. */
export function creditOnce(item: CreditItem, transaction?: Transaction): Promise<boolean> {
  return insertCredit(item, transaction)
}

/** Books a new account's trial credit, once per customer. */
export function grantTrial(
  { customerId, amountNanos }: { customerId: string; amountNanos: bigint },
  transaction: Transaction,
): Promise<boolean> {
  const key = `trial:${customerId}`
  const trial = { customerId, amountNanos, key, kind: 'trial', source: 'system:grants', purchasedNanos: 0n }
  return insertCredit(trial, transaction)
}

/** Books free credit. Once per `key`; true when it was new. */
export function grantCredit(
  grant: { customerId: string; amountNanos: bigint; key: string },
  transaction?: Transaction,
): Promise<boolean> {
  return insertCredit({ ...grant, kind: 'grant', source: 'system:grants', purchasedNanos: 0n }, transaction)
}

type Adjustment = {
  customerId: string
  /** Positive for a credit, negative for a debit. */
  amountNanos: bigint
  /** Booked once per key. */
  key: string
}

type AdjustedBalance = {
  /** Of the ledger entry. */
  key: string
  /** False when this adjustment was already booked. */
  isNew: boolean
  /** Balance minus held. */
  availableNanos: bigint
}

/**
 * Books an operator's credit or debit. A debit is limited to the available balance, so that holds of work in progress stay
 * covered. Throws `debit_exceeds_available`, and `idempotency_key_conflict` where the key was used for another adjustment.
 */
export async function adjustBalance(
  { customerId, amountNanos, key }: Adjustment,
  transaction: Transaction,
): Promise<AdjustedBalance> {
  if (amountNanos === 0n) throw new RangeError('an adjustment needs an amount')
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
      message: `Only $${formatUsd(available < 0n ? 0n : available)} is available.`,
      metadata: { available: formatUsd(available) },
    })
  return { key: entry.key, isNew: outcome === 'booked', availableNanos: available }
}
