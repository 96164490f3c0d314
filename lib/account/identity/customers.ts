import { forgetKeysOf, revokeKeysOf } from '@/lib/account/api-keys/keys'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { type CallLimitsChange, callLimitColumns, presentCallLimits } from '@/lib/platform/fields'
import { logger } from '@/lib/platform/logger'
import type { Transaction } from '@/lib/platform/transaction'
import {
  type CustomerFilter,
  type CustomerRow,
  claimDueErasures,
  countNewCustomerRows,
  deletePeople,
  findCustomerRow,
  listCustomerNameRows,
  listCustomerRows,
  lockCustomerRow,
  updateAigcGroups,
  updateCallLimits,
  updateOperators,
  updateSuspension,
} from './customers-repository'
import { recordPeopleOf } from './known-people'
import { verifyPresentPassword } from './password'
import { readProfile } from './profile'
import { findFirstUser } from './repository'

export { countCustomers, endErasure, listOperatorEmails } from './customers-repository'

/** A customer and its people, for operators. */
type CustomerSummary = ReturnType<typeof presentCustomer>

/** Customers whose name, id or people's email has the text in it, newest first. */
export async function searchCustomers(filter: CustomerFilter, limit: number): Promise<CustomerSummary[]> {
  return (await listCustomerRows(filter, limit)).map(presentCustomer)
}

/** One customer and its people. Throws `not_found`. */
export async function readCustomer(id: string): Promise<CustomerSummary> {
  const row = await findCustomerRow(id)
  if (row === null) throw new AppError('not_found')
  return presentCustomer(row)
}

/** Sign-ups in each interval between two times, including accounts deleted since. */
export async function countNewCustomers(bounds: readonly Date[]): Promise<number[]> {
  const rows = await countNewCustomerRows(bounds)
  return bounds.slice(1).map((_end, index) => rows.find(({ stretch }) => stretch === index + 1)?.count ?? 0)
}

/** Names of customers by id. */
export async function readCustomerNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await listCustomerNameRows([...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A customer's contact: the person who signed it up. */
export async function readContact(customerId: string): Promise<{ name: string; email: string } | null> {
  const user = await findFirstUser(customerId)
  return user && { name: user.name, email: user.email }
}

/**
 * Suspends or resumes an account. Every node is notified when `transaction` commits: from then on the customer's keys are
 * refused, and the console is read-only. Running work is finished and settled as usual. Idempotent. Throws `not_found`,
 * `account_deleted`, and `operator_not_suspendable` for an operator.
 */
export async function setSuspension(
  customerId: string,
  isSuspended: boolean,
  transaction: Transaction,
): Promise<{ before: Date | null; after: Date | null }> {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null) throw new AppError('not_found')
  if (row.deletedAt !== null) throw new AppError('account_deleted')
  if (isSuspended && row.isOperator) throw new AppError('operator_not_suspendable')
  const before = row.suspendedAt
  if ((before !== null) === isSuspended) return { before, after: before }
  const after = isSuspended ? clock.now() : null
  await updateSuspension(customerId, after, transaction)
  await forgetKeysOf(customerId, transaction)
  return { before, after }
}

/** Whether a customer may make groups of virtual people. Idempotent. Throws `not_found`, `account_deleted`. */
export async function setAigcGroups(
  customerId: string,
  isAllowed: boolean,
  transaction: Transaction,
): Promise<{ before: boolean; after: boolean }> {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null) throw new AppError('not_found')
  if (row.deletedAt !== null) throw new AppError('account_deleted')
  await updateAigcGroups(customerId, isAllowed, transaction)
  return { before: row.aigcGroups, after: isAllowed }
}

/** Sets the limits of a customer's keys and people together. Every node is notified when `transaction` commits. Throws as above. */
export async function setCallLimits(customerId: string, limits: CallLimitsChange, transaction: Transaction) {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null) throw new AppError('not_found')
  if (row.deletedAt !== null) throw new AppError('account_deleted')
  const data = callLimitColumns(limits)
  await updateCallLimits(customerId, data, transaction)
  await forgetKeysOf(customerId, transaction)
  return { before: presentCallLimits(row), after: presentCallLimits({ ...row, ...data }) }
}

/**
 * Run at every start: makes exactly the customers in OPERATORS, and the demo's, operators. They are named by id because emails
 * are not verified: anyone could sign up with an operator's email.
 */
export async function ensureOperators(): Promise<void> {
  if (env().ROLE === 'worker') return // a worker's environment need not have OPERATORS
  const ids = env()
    .OPERATORS.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const missing = await updateOperators(ids)
  if (missing.length > 0) logger.warn({ ids: missing }, 'OPERATORS names customers that do not exist')
}

function presentCustomer({ users, ...row }: CustomerRow) {
  return {
    ...row,
    users: users.map(({ id, name, email, passwordHash, oauth, secondFactor, createdAt }) => ({
      id,
      name,
      email,
      hasPassword: passwordHash !== null,
      hasSecondFactor: secondFactor?.confirmedAt != null,
      services: oauth.map(({ provider }) => provider),
      createdAt,
    })),
  }
}

type Confirmation = { current_password?: string | undefined; email?: string | undefined }

/**
 * Confirms a deletion by the password, or by the email of a person without one. Throws
 * `insufficient_scope`, `missing_parameter`, `invalid_parameter`, `rate_limit_exceeded`, `demo_account_fixed`,
 * `operator_not_deletable`.
 */
export async function confirmDeletion(
  caller: Caller,
  { current_password, email }: Confirmation,
  address: string,
): Promise<void> {
  const profile = await readProfile(requirePerson(caller))
  if (profile.is_demo)
    throw new AppError('demo_account_fixed', {
      message: 'The demo account cannot be deleted. Set DEMO=off to turn it off.',
    })
  if (caller.isOperator) throw new AppError('operator_not_deletable')
  if (profile.has_password) return verifyPresentPassword(profile.email, current_password, address)
  const param = 'email'
  if (email === undefined)
    throw new AppError('missing_parameter', { param, message: `${param} is required.` })
  if (email !== profile.email)
    throw new AppError('invalid_parameter', {
      param,
      message: `${param} does not match the email of this account.`,
    })
}

/**
 * Deletes a customer's people, which ends their sessions and frees the email, and revokes its keys on every node when
 * `transaction` commits. The customer's row stays, without a name. Throws
 * `not_found`, `operator_not_deletable`.
 */
export async function deleteCustomer(customerId: string, transaction: Transaction): Promise<void> {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null || row.deletedAt !== null) throw new AppError('not_found')
  if (row.isOperator || row.isDemo) throw new AppError('operator_not_deletable')
  await recordPeopleOf(customerId, transaction)
  await deletePeople(customerId, clock.now(), transaction)
  await revokeKeysOf(customerId, transaction)
}

/** Claims deleted customers whose data is not erased yet; they are due again after `retrySeconds`. */
export function claimErasures(
  retrySeconds: number,
  limit: number,
): Promise<{ id: string; deletedAt: Date }[]> {
  const now = clock.now()
  return claimDueErasures(now, new Date(now.getTime() + retrySeconds * 1000), limit)
}
