import { randomUUID } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { insertAccount } from '../repository'

const password = 'long enough'
/** Precomputed: hashing is slow. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$I81AqVYLMOBmSDABfvoMyA$Q/fyW1LQ1K9kLIas58SC+jGoxaKRMIIiNOCALgybVXU'

/** For tests: the person of a new customer, as a console caller. */
export async function newAccountOwner(
  name = 'Ann',
): Promise<Caller & { userId: string; email: string; password: string }> {
  const customer = { id: newId('cus'), name }
  const user = { id: newId('usr'), email: `${randomUUID()}@example.com`, name, passwordHash }
  await insertAccount({ customer, user })
  return {
    customerId: customer.id,
    userId: user.id,
    apiKey: null,
    isOperator: false,
    email: user.email,
    password,
  }
}
