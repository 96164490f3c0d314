import { randomUUID } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { createAccount } from '../create-account'

/** For tests: the one person of a new customer, as the console's session knows it. */
export async function newAccountOwner(name = 'Ann'): Promise<Caller & { userId: string; email: string }> {
  const email = `${randomUUID()}@example.com`
  const account = await createAccount({ name, email, password: 'long enough' })
  return { customerId: account.customer_id, userId: account.id, apiKey: null, isOperator: false, email }
}
