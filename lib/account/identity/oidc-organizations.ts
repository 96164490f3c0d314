import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { Role } from '@/lib/platform/roles'
import { inTransaction } from '@/lib/platform/transaction'
import {
  beginMembership,
  changeMembership,
  endMembership,
  findMember,
  listMembershipsOf,
  lockOrganization,
  updateCurrentOrganization,
} from './memberships'

const SOURCE = 'oidc'

/**
 * Puts a person into the organizations that OIDC_ORGANIZATIONS gives for their verified email's domain and their groups, at each
 * sign-in through the operator's identity provider. A membership given that way follows the claims, and ends with them; one that
 * a person gave stays as it is. Owners are neither made nor removed.
 */
export async function followClaims(
  userId: string,
  claims: { verifiedEmail: string | null; profile: unknown },
): Promise<void> {
  const given = rolesGiven(claims)
  const ended = (await listMembershipsOf(userId)).filter(
    ({ customerId, source }) => source === SOURCE && !given.has(customerId),
  )
  const changes: [string, Role | undefined][] = [
    ...given,
    ...ended.map(({ customerId }): [string, undefined] => [customerId, undefined]),
  ]
  for (const [customerId, role] of changes) {
    try {
      await follow(userId, customerId, role)
    } catch (error) {
      // A mistyped or deleted organization must keep nobody from signing in.
      if (!(error instanceof AppError)) throw error
      logger.warn({ customerId, code: error.code }, 'a membership does not follow the identity provider')
    }
  }
}

function follow(userId: string, customerId: string, role: Role | undefined): Promise<void> {
  return inTransaction(async (transaction) => {
    await lockOrganization(customerId, transaction)
    const member = await findMember({ userId, customerId }, transaction)
    if (member === null) {
      if (role === undefined) return
      await beginMembership({ customerId, userId }, { role, source: SOURCE }, transaction)
      await updateCurrentOrganization(userId, customerId, transaction)
    } else if (member.source === SOURCE && member.role !== 'owner') {
      if (role === undefined) await endMembership(member, transaction)
      else if (role !== member.role) await changeMembership(member, { role }, transaction)
    }
  })
}

/** The role in each organization; the first in the order of roles where several rules match. */
function rolesGiven({ verifiedEmail, profile }: Parameters<typeof followClaims>[1]): Map<string, Role> {
  const domain = verifiedEmail?.slice(verifiedEmail.lastIndexOf('@') + 1).toLowerCase()
  const groups = groupsOf(profile)
  const given = new Map<string, Role>()
  for (const { by, value, customerId, role } of env().OIDC_ORGANIZATIONS) {
    if (by === 'domain' ? value.toLowerCase() !== domain : !groups.includes(value)) continue
    const other = given.get(customerId)
    if (other === undefined || Role.options.indexOf(role) < Role.options.indexOf(other))
      given.set(customerId, role)
  }
  return given
}

const Groups = z.union([z.array(z.unknown()), z.string().transform((one) => [one])])

/** Providers send a list, or a text for a single group. */
function groupsOf(profile: unknown): string[] {
  const claims = z.record(z.string(), z.unknown()).safeParse(profile).data ?? {}
  const groups = Groups.safeParse(claims[env().OIDC_GROUPS_CLAIM]).data ?? []
  return groups.filter((group) => typeof group === 'string')
}
