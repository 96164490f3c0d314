import { apiRoutes } from '@/app/(api)/routes'
import { createKey } from '@/lib/account/api-keys/keys'
import { KeyScope } from '@/lib/account/api-keys/schema'
import { Browser } from '@/lib/account/identity/testing/browser'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { type Call, openDoors as open } from '@/lib/http/testing'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'

/** For the tests in this folder: every route, and users who sign in with a password. */
export const base = '/api-account/admin'

export const openDoors = () => open(apiRoutes)

export type Person = {
  caller: Caller
  email: string
  cookie: string
  key: string
  operatorKey: string | undefined
}

/** A signed-in user with a key that has every scope but `operator`, and an operator with a key that has that one alone. */
export async function newPerson({ isOperator = false, name = 'Ann' } = {}): Promise<Person> {
  const { email, password, ...owner } = await newAccountOwner(name)
  if (isOperator) await prisma.customer.update({ where: { id: owner.customerId }, data: { isOperator } })
  const caller: Caller = { ...owner, isOperator }
  const scopes = KeyScope.exclude(['operator']).options
  const { key } = await createKey(caller, { name: 'everything', scopes: [...scopes] })
  const operatorKey = isOperator
    ? (await createKey(caller, { name: 'terraform', scopes: ['operator'] })).key
    : undefined
  const browser = new Browser()
  await browser.signIn('credentials', { email, password })
  return { caller, email, key, operatorKey, cookie: browser.cookieHeader }
}

export type Ask = (method: string, path: string, json?: unknown) => ReturnType<Call>

/** Calls below `/api-account/admin` with a user's session. */
export function asking(call: Call, { cookie }: Pick<Person, 'cookie'>): Ask {
  return (method, path, json) =>
    call(method, `${base}${path}`, { headers: { cookie }, ...(json !== undefined && { json }) })
}
