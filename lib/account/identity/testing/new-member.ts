import type { Caller, Member } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import type { Role } from '@/lib/platform/roles'
import { sessionCookieFor } from '../sessions'
import { newAccountOwner } from './new-account-owner'

type NewMember = Caller & { userId: string; member: Member; cookie: string }

/** For tests: another person in an organization, as a console caller, with the cookie of a session that acts for it. */
export async function newMember(customerId: string, role: Role, name = `A ${role}`): Promise<NewMember> {
  const { userId } = await newAccountOwner(name)
  const member = { id: newId('mbr'), role }
  await prisma.membership.create({ data: { ...member, customerId, userId } })
  const line = await sessionCookieFor({
    id: userId,
    customerId,
    currentCustomerId: null,
    sessionGeneration: 0,
  })
  const cookie = line.slice(0, line.indexOf(';'))
  return { customerId, userId, apiKey: null, isOperator: false, member, cookie }
}
