import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { createKey } from '@/lib/account/api-keys/keys'
import type { KeyScope } from '@/lib/account/api-keys/schema'
import { createAccount } from '@/lib/account/identity/create-account'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'

/** For tests: a new customer, with its user's cookie and an account key. */
export type Buyer = { caller: Caller; email: string; cookie: string; key: string }

export async function newBuyer(
  name = 'Zoë Łódzka',
  scopes: KeyScope[] = ['account:read', 'account:write'],
): Promise<Buyer> {
  const email = `${randomUUID()}@example.com`
  const account = await createAccount({ name, email, password: 'long enough' })
  const caller = { customerId: account.customer_id, userId: account.id, apiKey: null, isOperator: false }
  const token = { userId: account.id, customerId: account.customer_id }
  return {
    caller,
    email,
    cookie: `next-auth.session-token=${await encode({ token, secret: env().NEXTAUTH_SECRET })}`,
    key: (await createKey(caller, { name: 'account', scopes })).key,
  }
}
