import { countKeys, listKeys } from '@/lib/account/api-keys/keys'
import {
  countFound,
  readCustomer,
  readCustomers,
  searchCustomerIds,
  searchCustomers,
  setAigcGroups,
  setCallLimits,
  setSuspension,
} from '@/lib/account/identity/customers'
import { countMembers, listMembershipsOf } from '@/lib/account/identity/memberships'
import { createResetLink } from '@/lib/account/identity/password-reset'
import { resetSecondFactor } from '@/lib/account/identity/second-factor'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { readDataRules } from '@/lib/catalog/models/data-rules'
import {
  adjustBalance,
  type CustomerBalance,
  type LedgerEntry,
  listBalances,
  listEntries,
  rankCustomers,
  readBalance,
} from '@/lib/money/ledger/balance'
import { listOrders } from '@/lib/money/orders/orders'
import { findGroupOf } from '@/lib/money/price-groups/groups'
import { readUsage } from '@/lib/money/usage/read-usage'
import { UsageQuery } from '@/lib/money/usage/schema'
import { type Caller, personNeeded } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { type CallLimitsChange, presentCallLimits } from '@/lib/platform/fields'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { toPage, withItems } from '@/lib/platform/page-cursor'
import { audited, untilAppliedEverywhere } from './audit'
import {
  type AdjustReply,
  type AdjustRequest,
  type AigcGroupsReply,
  type AigcGroupsRequest,
  Customer,
  type CustomerEntry,
  type CustomerItem,
  type CustomerPage,
  type CustomersQuery,
  type ResetLinkReply,
  type ResetLinkRequest,
  type SuspensionReply,
  type SuspensionRequest,
} from './customers-schema'
import { listAdjustmentReasons } from './repository'

/** Customers by a part of their name, email or id, with their balances. */
export async function listCustomers(query: CustomersQuery): Promise<CustomerPage> {
  const { search: text, status, sort, limit, offset, cursor } = query
  const filter = { text, status, beforeId: cursor === '' ? undefined : cursor }
  const page = { offset: cursor === '' ? offset : 0, limit: limit + 1 }
  const total = await countFound(filter)
  const rows =
    sort === 'newest' || sort === 'name'
      ? await searchCustomers(filter, { ...page, sort })
      : await readCustomers(await rankCustomers(await searchCustomerIds(filter), { ...page, by: sort }))
  const ids = rows.map(({ id }) => id)
  const [balances, keyCounts] = await Promise.all([listBalances(ids), countKeys(ids)])
  const present = (row: (typeof rows)[number]) =>
    presentCustomerItem(row, balances.get(row.id), keyCounts.get(row.id))
  return { ...withItems(toPage(rows, limit, present, ({ id }) => id)), total }
}

const ENTRIES = 50
const ORDERS = 20

/** Everything about one customer. Throws `not_found`. */
export async function readOperatorCustomer(id: string): Promise<Customer> {
  const row = await readCustomer(id)
  const customer: Caller = { customerId: id, userId: null, apiKey: null, isOperator: false }
  const [balance, usage, keys, orders, entries, reasons, priceGroup] = await Promise.all([
    readBalance(customer),
    readUsage(customer, UsageQuery.parse({}), usageNames),
    listKeys(customer),
    listOrders(customer, { limit: ORDERS, offset: 0, cursor: '', abandoned: 'include' }),
    listEntries(id, ENTRIES),
    listAdjustmentReasons(id),
    findGroupOf(id),
  ])
  const balances = await listBalances([id])
  return Customer.parse({
    ...presentCustomerItem(row, balances.get(id), keys.data.length),
    aigc_groups: row.aigcGroups,
    price_group: priceGroup,
    routing: readDataRules(id),
    ...presentCallLimits(row),
    available: balance.available,
    total_purchased: balance.total_purchased,
    users: row.users.map(({ hasPassword, hasSecondFactor, createdAt, ...user }) => ({
      ...user,
      has_password: hasPassword,
      has_second_factor: hasSecondFactor,
      created_at: createdAt.toISOString(),
    })),
    member_count: (await countMembers([id])).get(id) ?? 0,
    usage,
    keys: keys.data,
    orders: orders.items,
    order_count: orders.total,
    entries: entries.map((entry) => presentEntry(entry, reasons)),
  })
}

function presentEntry(entry: LedgerEntry, reasons: ReadonlyMap<string, string>): CustomerEntry {
  return {
    key: entry.key,
    kind: entry.kind,
    amount: formatUsd(entry.amountNanos),
    created_at: entry.createdAt.toISOString(),
    reason: reasons.get(entry.key) ?? null,
  }
}

type CustomerSummary = Awaited<ReturnType<typeof searchCustomers>>[number]

function presentCustomerItem(
  row: CustomerSummary,
  balance: CustomerBalance | undefined,
  keyCount: number | undefined,
): CustomerItem {
  return {
    id: row.id,
    name: row.name,
    email: row.users[0]?.email ?? null,
    is_operator: row.isOperator,
    is_demo: row.isDemo,
    suspended_at: row.suspendedAt?.toISOString() ?? null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    balance: formatUsd(balance?.balanceNanos ?? 0n),
    held: formatUsd(balance?.heldNanos ?? 0n),
    total_used: formatUsd(balance?.usedNanos ?? 0n),
    key_count: keyCount ?? 0,
  }
}

/**
 * A manual credit or debit: a ledger entry, booked once per `id`, and an audit entry with the reason, in one transaction.
 * Throws `not_found`, `debit_exceeds_available`, `idempotency_key_conflict`.
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

/**
 * Suspends or resumes a customer. When this resolves, no node accepts the keys of a suspended customer; requests in
 * progress finish and are charged. Throws `not_found`, `operator_not_suspendable`.
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
  await untilAppliedEverywhere()
  return { id, suspended_at: suspendedAt?.toISOString() ?? null }
}

/** Allows or disallows new groups of virtual people; existing ones stay. Throws `not_found`, `account_deleted`. */
export async function allowAigcGroups(
  operator: Caller,
  id: string,
  { enabled, reason }: AigcGroupsRequest,
): Promise<AigcGroupsReply> {
  const action = enabled ? 'customer.allow_aigc_groups' : 'customer.refuse_aigc_groups'
  const change = { action, subject: { type: 'customer', id }, reason } as const
  await audited(operator, change, async (transaction) => {
    const { before, after } = await setAigcGroups(id, enabled, transaction)
    return { before: { aigc_groups: before }, after: { aigc_groups: after } }
  })
  return { id, aigc_groups: enabled }
}

/** Limits all requests of a customer together, on every node when this resolves. Throws `not_found`, `account_deleted`. */
export async function limitCustomer(
  operator: Caller,
  id: string,
  limits: CallLimitsChange,
): Promise<Customer> {
  const change = { action: 'customer.limit', subject: { type: 'customer', id } } as const
  await audited(operator, change, (transaction) => setCallLimits(id, limits, transaction))
  await untilAppliedEverywhere()
  return readOperatorCustomer(id)
}

/**
 * A link with which a user of the customer sets a new password, for the operator to hand over. The audit log records the
 * user and the reason, not the link. Throws `not_found`, `demo_account_fixed`.
 */
export async function createCustomerResetLink(
  operator: Caller,
  id: string,
  { user_id, reason }: ResetLinkRequest,
): Promise<ResetLinkReply> {
  await refuseKeyForOperators(operator, user_id)
  const change = { action: 'customer.reset_link', subject: { type: 'customer', id }, reason } as const
  const { url, after } = await audited(operator, change, async (transaction) => {
    const { email, url, expiresAt } = await createResetLink(id, user_id, transaction)
    return { url, before: null, after: { user_id, email, expires_at: expiresAt.toISOString() } }
  })
  return { ...after, url }
}

/** By a new password, or without the second factor, a key would become a person, who may do more and gives other keys the scope. */
async function refuseKeyForOperators({ apiKey }: Caller, userId: string): Promise<void> {
  if (apiKey === null) return
  const memberships = await listMembershipsOf(userId)
  if (memberships.some(({ customer }) => customer.isOperator)) throw personNeeded()
}

/** Turns off two-factor authentication for a user who lost it. Throws as `resetSecondFactor` does. */
export async function resetCustomerSecondFactor(
  operator: Caller,
  id: string,
  { user_id, reason }: ResetLinkRequest,
): Promise<{ user_id: string; reset: true }> {
  await refuseKeyForOperators(operator, user_id)
  const action = 'customer.reset_second_factor'
  const change = { action, subject: { type: 'customer', id }, reason } as const
  await audited(operator, change, async (transaction) => {
    await resetSecondFactor(id, user_id, transaction)
    return { before: null, after: { user_id } }
  })
  return { user_id, reset: true }
}
