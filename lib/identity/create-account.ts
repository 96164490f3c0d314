import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { DEMO_EMAIL } from './internal/demo-email'
import { hashPassword } from './internal/password'
import { insertAccount } from './repository'
import type { Account, SignUpRequest } from './schema'

/** Signing up: a user and the customer it belongs to. Throws `sign_up_closed` and `email_taken`. */
export async function createAccount(input: SignUpRequest): Promise<Account> {
  if (env().SIGN_UP === 'off') throw new AppError('sign_up_closed')
  const passwordHash = await hashPassword(input.password)
  const customerId = newId('cus')
  const user =
    input.email === DEMO_EMAIL
      ? undefined
      : await insertAccount({
          customer: { id: customerId, name: input.name },
          user: { id: newId('usr'), email: input.email, name: input.name, passwordHash },
        })
  if (user === undefined) throw new AppError('email_taken', { param: 'email' })
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    customer_id: customerId,
    created_at: user.createdAt.toISOString(),
  }
}
