import { isSandboxAlone } from '@/lib/catalog/models/read-snapshot'
import { grantTrial } from '@/lib/money/ledger/balance'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { parseUsd } from '@/lib/platform/money'
import { DEMO_EMAIL } from './demo-link'
import { rememberPerson } from './known-people'
import { hashPassword } from './password'
import { insertAccount, type NewAccount } from './repository'
import type { Account, SignUpRequest } from './schema'

/** Signing up: a user and the customer it belongs to. Throws `sign_up_closed` and `email_taken`. */
export async function createAccount(input: SignUpRequest): Promise<Account> {
  if (env().SIGN_UP === 'off') throw new AppError('sign_up_closed')
  const passwordHash = await hashPassword(input.password)
  const customerId = newId('cus')
  const user =
    input.email === DEMO_EMAIL
      ? undefined
      : await openAccount({
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

const TRIAL_NANOS = 1_000_000_000n

/** For every way of signing up: customer, user and, once per person, trial credit together. Undefined when the email is taken. */
export function openAccount(account: NewAccount) {
  const { customer, user, oauth } = account
  const amountNanos = trialNanos()
  return insertAccount(account, async (transaction) => {
    if (amountNanos === 0n) return
    const isNew = await rememberPerson({ email: user.email, oauth: oauth ? [oauth] : [] }, transaction)
    if (isNew) await grantTrial({ customerId: customer.id, amountNanos }, transaction)
  })
}

/** Where a provider has to be paid, its models are not free unless the operator says so. */
function trialNanos(): bigint {
  const { TRIAL_CREDIT_USD } = env()
  if (TRIAL_CREDIT_USD !== undefined) return parseUsd(TRIAL_CREDIT_USD) ?? 0n
  return isSandboxAlone() ? TRIAL_NANOS : 0n
}
