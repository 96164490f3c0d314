import { createAccount } from '@/lib/account/identity/create-account'
import {
  beginMembership,
  findMember,
  findOrganization,
  lockOrganization,
  updateCurrentOrganization,
} from '@/lib/account/identity/memberships'
import { readProfile } from '@/lib/account/identity/profile'
import type { Account, SignUpRequest } from '@/lib/account/identity/schema'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { hashLinkToken } from '@/lib/platform/link-token'
import { Role } from '@/lib/platform/roles'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { recordAction } from './audit'
import { isInvitationOpen } from './invitations'
import { switchOrganization } from './organization'
import { claimInvitation, findInvitationByToken, type InvitationRow } from './repository'
import type { InvitationPreview, OrganizationItem } from './schema'

/** What the holder of a link sees. Throws `not_found` for a link that was withdrawn or never there. */
export async function previewInvitation(token: string): Promise<InvitationPreview> {
  const row = await findInvitationByToken(hashLinkToken(token))
  if (row === null)
    throw new AppError('not_found', {
      message: 'There is no such invitation, or it was withdrawn or sent again. Ask for a new one.',
    })
  const { id, name } = await findOrganization(row.customerId)
  const isOpen = await isInvitationOpen(row)
  return {
    organization: { id, name },
    role: Role.parse(row.role),
    email: row.email,
    status: row.acceptedAt !== null ? 'accepted' : isOpen ? 'pending' : 'expired',
    expires_at: row.expiresAt.toISOString(),
  }
}

/**
 * The signed-in person joins the organization, and the session acts for it. Throws `not_found`, `link_unusable`,
 * `invitation_for_other`, `already_member`.
 */
export async function acceptInvitation(
  caller: Caller,
  token: string,
  cookieHeader: string,
): Promise<{ value: OrganizationItem; cookie: string }> {
  const userId = requirePerson(caller)
  await previewInvitation(token)
  const { name, email } = await readProfile(userId)
  const person = { userId, name, email }
  const { customerId } = await inTransaction((transaction) => join(token, person, transaction))
  return switchOrganization(caller, { id: customerId }, cookieHeader)
}

/**
 * Signs up; with an invitation the new person also joins its organization, or nothing happens. Throws as `createAccount` and
 * `acceptInvitation` do.
 */
export async function signUp({ invitation, ...person }: SignUpRequest): Promise<Account> {
  if (invitation === undefined) return createAccount(person)
  // Before the password is hashed, which is expensive.
  await requireOpen(invitation, person.email)
  return createAccount(person, (joining, transaction) => join(invitation, joining, transaction))
}

type Joining = { userId: string; name: string; email: string }

/** Throws `link_unusable`, `invitation_for_other`. */
async function requireOpen(token: string, email: string, transaction?: Transaction): Promise<InvitationRow> {
  const row = await findInvitationByToken(hashLinkToken(token), transaction)
  if (row === null || !(await isInvitationOpen(row, transaction))) throw new AppError('link_unusable')
  if (row.email !== null && row.email !== email) throw new AppError('invitation_for_other')
  return row
}

/** Once, whoever else accepts at the same time. */
async function join(token: string, { userId, name, email }: Joining, transaction: Transaction) {
  const { customerId } = await requireOpen(token, email, transaction)
  await lockOrganization(customerId, transaction)
  // Read again: the inviter may have been removed before the lock.
  const row = await requireOpen(token, email, transaction)
  if ((await findMember({ userId, customerId }, transaction)) !== null) throw new AppError('already_member')
  if (!(await claimInvitation(hashLinkToken(token), clock.now(), transaction)))
    throw new AppError('link_unusable')
  const role = Role.parse(row.role)
  const memberId = await beginMembership({ customerId, userId }, { role }, transaction)
  const actor = { kind: 'person', id: memberId, name } as const
  const joined = { customerId, actor, action: 'member.join', targetId: memberId, fields: { role } } as const
  await recordAction(joined, transaction)
  await updateCurrentOrganization(userId, customerId, transaction)
  return { customerId }
}
