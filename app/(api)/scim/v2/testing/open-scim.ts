import { expect } from 'vitest'
import { newPerson, type Person } from '@/app/(api)/api-account/admin/testing'
import { apiRoutes } from '@/app/(api)/routes'
import { joinProvisioned } from '@/lib/account/provisioning/members'
import { createToken } from '@/lib/account/provisioning/settings'
import { type Answer, openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'

/** For tests: an organization whose identity provider calls SCIM. */
export async function openScim() {
  const { call, door, close } = await openDoors(apiRoutes)
  const newOrganization = async (owner?: Person) => {
    const person = owner ?? (await newPerson())
    const { customerId } = person.caller
    const { token } = await createToken(person.caller)
    const scim = (method: string, path: string, json?: unknown): Promise<Answer> =>
      call(method, `/scim/v2${path}`, {
        key: token,
        headers: { 'content-type': 'application/scim+json' },
        ...(json !== undefined && { text: JSON.stringify(json) }),
      })
    const create = async (type: 'Users' | 'Groups', json: object): Promise<string> =>
      idOf(await scim('POST', `/${type}`, json))
    return {
      customerId,
      person,
      token,
      scim,
      newUser: (userName: string, more: object = {}) => create('Users', { userName, ...more }),
      newGroup: (displayName: string, ...members: string[]) =>
        create('Groups', { displayName, members: members.map((value) => ({ value })) }),
      console: (method: string, path: string, json?: unknown) =>
        call(method, `/api-account/organization/provisioning${path}`, {
          headers: { cookie: person.cookie },
          ...(json !== undefined && { json }),
        }),
      /** The role of a person in it; null: none. */
      roleOf: async (userId: string) => {
        const where = { customerId, userId, endedAt: null }
        return (await prisma.membership.findFirst({ where }))?.role ?? null
      },
    }
  }
  return { call, door, close, newOrganization }
}

export type Organization = Awaited<ReturnType<Awaited<ReturnType<typeof openScim>>['newOrganization']>>

export function idOf({ body }: Answer): string {
  const id: unknown = Reflect.get(Object(body), 'id')
  if (typeof id !== 'string') throw new Error(`no id in ${JSON.stringify(body)}`)
  return id
}

/** Somebody with an account, who signs in by the identity provider with their verified email. */
export async function newVerified() {
  const person = await newPerson()
  const { userId, customerId } = person.caller
  return {
    ...person,
    userId: userId ?? '',
    home: customerId,
    signIn: () => joinProvisioned(userId ?? '', person.email),
  }
}

/** An error in SCIM’s shape. */
export const refused = (status: number, scimType?: string) => ({
  status,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.any(String),
    ...(scimType !== undefined && { scimType }),
  },
})
export const patch = (...Operations: object[]) => ({ Operations })
export const active = (value: boolean) => patch({ op: 'replace', path: 'active', value })

/** A person who has joined as a provisioned user. */
export async function newJoined(organization: Organization) {
  const person = await newVerified()
  const id = await organization.newUser(person.email)
  await person.signIn()
  return { ...person, id }
}
