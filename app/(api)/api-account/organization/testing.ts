import { beginMembership } from '@/lib/account/identity/memberships'
import { Browser } from '@/lib/account/identity/testing/browser'
import type { Call } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import type { Role } from '@/lib/platform/roles'
import { inTransaction } from '@/lib/platform/transaction'
import { newPerson, type Person } from '../admin/testing'

/** For the tests in this folder: people who act for an organization. */
export const base = '/api-account/organization'

/** Of `newPerson`. */
export const password = 'long enough'

type Ask = (method: string, path: string, json?: unknown) => ReturnType<Call>

/** Calls with a person's session. */
export const asking =
  (call: Call) =>
  ({ cookie }: { cookie: string }): Ask =>
  (method, path, json) =>
    call(method, path, { headers: { cookie }, ...(json !== undefined && { json }) })

/** Another person who is a member of the owner's organization, and acts for it. */
export async function join(owner: Person, role: Role): Promise<Person & { id: string }> {
  const person = await newPerson({ name: role })
  const { customerId } = owner.caller
  const userId = String(person.caller.userId)
  const id = await inTransaction((transaction) =>
    beginMembership({ customerId, userId }, { role }, transaction),
  )
  const browser = new Browser()
  await prisma.user.update({ where: { id: userId }, data: { currentCustomerId: customerId } })
  await browser.signIn('credentials', { email: person.email, password })
  return { ...person, id, cookie: browser.cookieHeader }
}

/** The member id of a person in the organization acted for. */
export async function idOf(call: Call, person: Person): Promise<string> {
  return field((await asking(call)(person)('GET', base)).body, 'member_id')
}

export const field = (body: unknown, name: string): string => String(Reflect.get(Object(body), name))
