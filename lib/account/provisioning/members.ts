import {
  beginMembership,
  endMembership,
  findMember,
  lockOrganization,
  setRoles,
} from '@/lib/account/identity/memberships'
import { Email } from '@/lib/account/identity/schema'
import { previewInvitation } from '@/lib/account/organizations/accept-invitation'
import { invite, withdrawInvitationsTo } from '@/lib/account/organizations/invitations'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { isMailAvailable } from '@/lib/platform/mail'
import type { Role } from '@/lib/platform/roles'
import type { Transaction } from '@/lib/platform/transaction'
import { roleOfGroup } from './presenter'
import {
  findProvisioning,
  findResource,
  inProvisioning,
  listJoined,
  listUsersByEmail,
  type ResourceRow,
  updateResource,
} from './repository'
import { GivenRole } from './schema'

/** What the identity provider's users and groups mean for the organization's members. Callers hold the provisioning's lock. */

const SOURCE = 'scim'

/** Whether a user is provisioned as active, and the person, if joined, has not left or been removed since. */
export function isActive({ active, member }: Pick<ResourceRow, 'active' | 'member'>): boolean {
  return active && (member?.userId == null || member.endedAt === null)
}

/** Ends the membership of a user who becomes inactive, or begins it again. Throws `owner_protected`. */
export async function followActive(
  before: ResourceRow,
  willBeActive: boolean,
  transaction: Transaction,
): Promise<void> {
  const { id, customerId, memberId, emails } = before
  if (isActive(before) === willBeActive) return
  await lockOrganization(customerId, transaction)
  if (willBeActive) {
    const userId = before.member?.userId
    if (userId == null) return
    await beginMembership({ customerId, userId }, { role: 'viewer', source: SOURCE }, transaction)
    return followGroups(customerId, [id], transaction)
  }
  // Somebody who came otherwise leaves with the user that has their email; it never gives them a role.
  const [email = ''] = emails
  const where = memberId === null ? { customerId, user: { email } } : { customerId, id: memberId }
  const member = await findMember(where, transaction)
  if (member?.role === 'owner') throw new AppError('owner_protected')
  if (member) await endMembership(member, transaction)
  await withdrawInvitationsTo(customerId, email, transaction)
}

/**
 * Mails a new user an invitation where people do not sign in through the operator's identity provider, which is then their way in.
 * The role of their groups is theirs once they have joined.
 */
export async function inviteUser(caller: Caller, email: string | undefined): Promise<void> {
  if (email === undefined || env().OIDC_ISSUER !== undefined || !isMailAvailable()) return
  const usual = GivenRole.parse((await findProvisioning(caller.customerId))?.defaultRole ?? 'developer')
  // Admins of an operator's organization are operators, whom only a person makes.
  const role = usual === 'admin' ? 'developer' : usual
  await invite(caller, { email, role }).catch((error: unknown) => {
    // Such as a member already, or too many mails: the user is there all the same.
    logger.warn({ customerId: caller.customerId, err: String(error) }, 'a provisioned user was not invited')
  })
}

/** Gives users (undefined: all) who have joined the highest role of their groups, else the default. Owners stay owners. */
export async function followGroups(
  customerId: string,
  userIds: string[] | undefined,
  transaction: Transaction,
): Promise<void> {
  const joined = await listJoined(customerId, userIds, transaction)
  if (joined.length === 0) return
  const settings = await findProvisioning(customerId, transaction)
  const usual = GivenRole.parse(settings?.defaultRole)
  // Admins of an operator's organization are operators, whom only a person makes and changes.
  const { isOperator } = await lockOrganization(customerId, transaction)
  const byRole = Map.groupBy(joined, ({ groups }) => roleBy(groups, usual, isOperator))
  for (const [role, users] of byRole) {
    const ids = users.flatMap(({ memberId }) => memberId ?? [])
    const kept: Role[] = isOperator ? ['owner', 'admin'] : ['owner']
    await setRoles(customerId, ids, { role, kept }, transaction)
  }
}

type Groups = Awaited<ReturnType<typeof listJoined>>[number]['groups']

function roleBy(groups: Groups, usual: GivenRole, isOperator: boolean): GivenRole {
  const given = groups.flatMap(({ group }) => roleOfGroup(group) ?? [])
  const role = GivenRole.options.find((one) => given.includes(one)) ?? usual
  return isOperator && role === 'admin' ? 'developer' : role
}

/** After an invitation that was bound to an email: in its organization, the member is the user with that email. */
export async function joinInvited(userId: string, token: string): Promise<void> {
  const { email, organization } = await previewInvitation(token)
  if (email !== null) await joinProvisioned(userId, email, organization.id)
}

/**
 * Puts a person into the organizations (`only`: the one) whose identity providers have a user with this email, of which the caller knows that it is
 * theirs. Whoever left stays out until the provider activates the user again.
 */
export async function joinProvisioned(userId: string, verifiedEmail: string, only?: string): Promise<void> {
  const email = Email.safeParse(verifiedEmail).data
  for (const { id, customerId } of email === undefined ? [] : await listUsersByEmail(email)) {
    if (only !== undefined && only !== customerId) continue
    try {
      await inProvisioning(customerId, (transaction) => join(userId, email, { id, customerId }, transaction))
    } catch (error) {
      // It must keep nobody from signing in; the next sign-in tries again.
      logger.warn({ customerId, err: String(error) }, 'a provisioned person could not join')
    }
  }
}

async function join(
  userId: string,
  email: string | undefined,
  { id, customerId }: { id: string; customerId: string },
  transaction: Transaction,
): Promise<void> {
  const user = await findResource(customerId, { kind: 'User', id }, transaction)
  if (!user?.active || user.emails[0] !== email || user.member?.userId != null) return
  await lockOrganization(customerId, transaction)
  const member = await findMember({ customerId, userId }, transaction)
  const begin = () => beginMembership({ customerId, userId }, { role: 'viewer', source: SOURCE }, transaction)
  await updateResource(id, { memberId: member?.id ?? (await begin()) }, transaction)
  await followGroups(customerId, [id], transaction)
}
