import { forgetKeysOf, revokeKeysOf } from '@/lib/account/api-keys/keys'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { type CallLimitsChange, callLimitColumns, presentCallLimits } from '@/lib/platform/fields'
import { logger } from '@/lib/platform/logger'
import { Role, rolesWith } from '@/lib/platform/roles'
import type { Transaction } from '@/lib/platform/transaction'
import {
  type CustomerFilter,
  type CustomerPage,
  type CustomerRow,
  claimDueErasures,
  countNewCustomerRows,
  deleteOrganizationRow,
  findCustomerRow,
  listCustomerNameRows,
  listCustomerRows,
  listCustomerRowsOf,
  lockCustomerRow,
  updateAigcGroups,
  updateCallLimits,
  updateOperators,
  updateSuspension,
} from './customers-repository'
import { recordPersonById } from './known-people'
import { countMembers, cutMembership, keepHomes, listMembershipsOf, lockOrganization } from './memberships'
import { listMemberRowsBy } from './memberships-repository'
import { verifyPresentPassword } from './password'
import { readProfile } from './profile'
import { deleteUser, lockUser } from './repository'

export {
  countCustomers,
  countFound,
  endErasure,
  findCustomerStatus as readCustomerStatus,
  listOperatorEmails,
  searchCustomerIds,
} from './customers-repository'

/** A customer and its members, for operators. */
type CustomerSummary = ReturnType<typeof presentCustomer>

/** A page of the customers whose name, id or members' email has the text in it; each with its first member. */
export async function searchCustomers(
  filter: CustomerFilter,
  page: CustomerPage,
): Promise<CustomerSummary[]> {
  return (await listCustomerRows(filter, page)).map(presentCustomer)
}

/** These customers in this order. */
export async function readCustomers(ids: readonly string[]): Promise<CustomerSummary[]> {
  const rows = new Map((await listCustomerRowsOf(ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? []).map(presentCustomer)
}

/** One customer and its members. Throws `not_found`. */
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

/** A customer's contact: its first owner. */
export async function readContact(customerId: string): Promise<{ name: string; email: string } | null> {
  const [owner] = await listMemberRowsBy(customerId, ['owner'], 1)
  return owner ?? null
}

const MOST_RECIPIENTS = 50

/** Whom mails about the customer's money reach: owners, admins and billing. */
export async function listRecipients(customerId: string): Promise<string[]> {
  const members = await listMemberRowsBy(customerId, rolesWith('billing.manage'), MOST_RECIPIENTS)
  return members.map(({ email }) => email)
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

function presentCustomer({ memberships, ...row }: CustomerRow) {
  return {
    ...row,
    users: memberships.flatMap(({ user, role }) => {
      if (user === null) return []
      const { id, name, email, passwordHash, oauth, secondFactor, createdAt } = user
      return {
        id,
        name,
        email,
        role: Role.parse(role),
        hasPassword: passwordHash !== null,
        hasSecondFactor: secondFactor?.confirmedAt != null,
        services: oauth.map(({ provider }) => provider),
        createdAt,
      }
    }),
  }
}

type Confirmation = { current_password?: string | undefined; email?: string | undefined }

/**
 * Confirms a deletion by the password, or by the email of a person without one. Throws
 * `insufficient_scope`, `missing_parameter`, `invalid_parameter`, `rate_limit_exceeded`, `demo_account_fixed`.
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
 * Deletes an organization: its memberships end, and its keys are revoked on every node when `transaction` commits. The row stays,
 * without a name. Throws `not_found`, `operator_not_deletable`.
 */
export async function deleteCustomer(customerId: string, transaction: Transaction): Promise<void> {
  await cutCustomer(customerId, transaction)
  await keepHomes(customerId, undefined, transaction)
}

/** The same with the account of its only member. */
async function cutCustomer(customerId: string, transaction: Transaction): Promise<void> {
  const row = await lockOrganization(customerId, transaction)
  if (row.isOperator || row.isDemo) throw new AppError('operator_not_deletable')
  await deleteOrganizationRow(customerId, clock.now(), transaction)
  await revokeKeysOf(customerId, transaction)
}

/**
 * The organizations that are deleted with a person's account: those in which nobody else is. Throws `sole_owner` where others are
 * and only this person owns it, and `operator_not_deletable`.
 */
export async function listDeletedWith(userId: string, transaction?: Transaction): Promise<string[]> {
  const memberships = await listMembershipsOf(userId, transaction)
  const ids = memberships.map(({ customerId }) => customerId)
  const [members, owners] = [
    await countMembers(ids, undefined, transaction),
    await countMembers(ids, 'owner', transaction),
  ]
  const alone = memberships.filter(({ customerId }) => members.get(customerId) === 1)
  for (const { customerId, role, customer } of memberships) {
    if (role !== 'owner' || owners.get(customerId) !== 1 || members.get(customerId) === 1) continue
    const message = `You are the only owner of ${customer.name}, which has other members. Hand over its ownership or delete it first.`
    throw new AppError('sole_owner', { message, metadata: { organization_id: customerId } })
  }
  if (alone.some(({ customer }) => customer.isOperator)) throw new AppError('operator_not_deletable')
  return alone.map(({ customerId }) => customerId)
}

/**
 * Deletes a person's account: memberships and sessions end, and the email is free again. Returns the organizations that were
 * deleted with it. Throws as `listDeletedWith` does.
 */
export async function deletePerson(userId: string, transaction: Transaction): Promise<string[]> {
  const memberships = (await listMembershipsOf(userId, transaction)).sort((one, other) =>
    one.customerId < other.customerId ? -1 : 1,
  )
  for (const { customerId } of memberships) await lockOrganization(customerId, transaction)
  if (!(await lockUser(userId, transaction))) throw new AppError('not_found')
  const alone = await listDeletedWith(userId, transaction)
  await recordPersonById(userId, transaction)
  for (const member of memberships) {
    if (alone.includes(member.customerId)) await cutCustomer(member.customerId, transaction)
    else await cutMembership(member, transaction)
  }
  await deleteUser(userId, transaction)
  return alone
}

/** Claims deleted customers whose data is not erased yet; they are due again after `retrySeconds`. */
export function claimErasures(
  retrySeconds: number,
  limit: number,
): Promise<{ id: string; deletedAt: Date }[]> {
  const now = clock.now()
  return claimDueErasures(now, new Date(now.getTime() + retrySeconds * 1000), limit)
}
