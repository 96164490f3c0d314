import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
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
 * a person gave stays as it is, and so do all while the provider does not tell the groups. Owners are neither made nor removed.
 */
export async function followClaims(
  userId: string,
  { verifiedEmail, profile }: { verifiedEmail: string | null; profile: unknown },
): Promise<void> {
  const groups = groupsOf(profile)
  const isTold = groups !== undefined
  if (!isTold) logger.warn({ userId }, 'the identity provider does not tell the groups: there are too many')
  const given = rolesGiven(verifiedEmail, groups ?? [])
  const ended = (await listMembershipsOf(userId)).filter(
    ({ customerId, source }) => isTold && source === SOURCE && !given.has(customerId),
  )
  const changes: [string, Role | undefined][] = [
    ...given,
    ...ended.map(({ customerId }): [string, undefined] => [customerId, undefined]),
  ]
  for (const [customerId, role] of changes) {
    try {
      await follow(userId, customerId, role, isTold)
    } catch (error) {
      // A mistyped or deleted organization must keep nobody from signing in.
      if (!(error instanceof AppError)) throw error
      logger.warn({ customerId, code: error.code }, 'a membership does not follow the identity provider')
    }
  }
}

function follow(userId: string, customerId: string, role: Role | undefined, isTold: boolean): Promise<void> {
  return inTransaction(async (transaction) => {
    await lockOrganization(customerId, transaction)
    const member = await findMember({ userId, customerId }, transaction)
    if (member === null) {
      if (role === undefined) return
      await beginMembership({ customerId, userId }, { role, source: SOURCE }, transaction)
      await updateCurrentOrganization(userId, customerId, transaction)
    } else if (isTold && member.source === SOURCE && member.role !== 'owner') {
      if (role === undefined) await endMembership(member, transaction)
      else if (role !== member.role) await changeMembership(member, { role }, transaction)
    }
  })
}

/** The role in each organization; the first in the order of roles where several rules match. */
function rolesGiven(verifiedEmail: string | null, groups: readonly string[]): Map<string, Role> {
  const domain = verifiedEmail?.slice(verifiedEmail.lastIndexOf('@') + 1).toLowerCase()
  const given = new Map<string, Role>()
  for (const { by, value, customerId, role } of env().OIDC_ORGANIZATIONS) {
    if (by === 'domain' ? value.toLowerCase() !== domain : !groups.includes(value)) continue
    const other = given.get(customerId)
    if (other === undefined || Role.options.indexOf(role) < Role.options.indexOf(other))
      given.set(customerId, role)
  }
  return given
}

/** Providers send a list, a text for a single group, or an object with the groups as names (Zitadel). */
const Groups = z.union([
  z.array(z.unknown()),
  z.string().transform((one) => [one]),
  z.record(z.string(), z.unknown()).transform(Object.keys),
])

/** Undefined where the provider refers to another address for them, as Entra ID does above 200 (OpenID Connect Core 1.0, 5.6.2). */
function groupsOf(profile: unknown): string[] | undefined {
  const claims = isRecord(profile) ? profile : {}
  const name = env().OIDC_GROUPS_CLAIM
  const inside = name.split('.').reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), claims)
  const claim = claims[name] ?? inside
  if (claim === undefined && isRecord(claims._claim_names) && claims._claim_names[name] !== undefined)
    return undefined
  return (Groups.safeParse(claim).data ?? []).filter((group) => typeof group === 'string')
}
