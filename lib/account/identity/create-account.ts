import { isSandboxAlone } from '@/lib/catalog/models/read-snapshot'
import { grantTrial } from '@/lib/money/ledger/balance'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { cutText } from '@/lib/platform/escape'
import { givenName, visible } from '@/lib/platform/fields'
import { newId } from '@/lib/platform/ids'
import { parseUsd } from '@/lib/platform/money'
import type { Transaction } from '@/lib/platform/transaction'
import { DEMO_EMAIL } from './demo'
import { recordPerson } from './known-people'
import { hashPassword } from './password'
import {
  findUserByEmail,
  findUserByOauth,
  insertAccount,
  insertOauth,
  isInvited,
  type NewAccount,
  type UserRow,
} from './repository'
import type { Account, SignUpRequest } from './schema'
import { Email } from './schema'

type NewPerson = Omit<SignUpRequest, 'invitation'>
type Join = (
  person: { userId: string; name: string; email: string },
  transaction: Transaction,
) => Promise<unknown>

/**
 * Signing up: a user and their personal organization. `join` puts an invited person into another one in the same transaction;
 * they may sign up where sign-up is closed. Throws `sign_up_closed` and `email_taken`.
 */
export async function createAccount(input: NewPerson, join?: Join): Promise<Account> {
  if (env().SIGN_UP === 'off' && join === undefined) throw new AppError('sign_up_closed')
  const passwordHash = await hashPassword(input.password)
  const customerId = newId('cus')
  const user =
    input.email === DEMO_EMAIL
      ? undefined
      : await openAccount(
          {
            customer: { id: customerId, name: input.name },
            user: { id: newId('usr'), email: input.email, name: input.name, passwordHash },
          },
          join,
        )
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

/** Creates customer, user and, once per person, trial credit in one transaction. Undefined when the email is taken. */
export function openAccount(account: NewAccount, join?: Join) {
  const { customer, user, oauth } = account
  const amountNanos = trialNanos()
  return insertAccount(account, async (transaction) => {
    await join?.({ userId: user.id, name: user.name, email: user.email }, transaction)
    if (amountNanos === 0n) return
    const isNew = await recordPerson({ email: user.email, oauth: oauth ? [oauth] : [] }, transaction)
    if (isNew) await grantTrial({ customerId: customer.id, amountNanos }, transaction)
  })
}

/** With paid providers, trial credit is given only if the operator sets it. */
export function trialNanos(): bigint {
  const { TRIAL_CREDIT_USD } = env()
  if (TRIAL_CREDIT_USD !== undefined) return parseUsd(TRIAL_CREDIT_USD) ?? 0n
  return isSandboxAlone() ? TRIAL_NANOS : 0n
}

export type OauthIdentity = {
  provider: string
  providerAccountId: string
  /** Verified by the service. */
  verifiedEmail: string | null
  name: string | null
}

type ResolvedOauth =
  | { userId: string }
  | { refused: 'EmailNotVerified' | 'EmailUnusable' | 'OAuthAccountNotLinked' | 'SignUpClosed' }

/**
 * The user that an account at another service signs in as: the linked one; else the one with its verified email; else a new
 * one, if sign-up is open, the service is the operator's, or the email is invited. An account with a password is linked only while its owner is signed
 * in: its email was never verified, so it may belong to someone else.
 */
export async function resolveOauthUser(
  identity: OauthIdentity,
  signedInUserId: string | null,
): Promise<ResolvedOauth> {
  const { provider, providerAccountId } = identity
  const linked = await findUserByOauth(provider, providerAccountId)
  if (linked) return { userId: linked.id }
  if (!identity.verifiedEmail) return { refused: 'EmailNotVerified' }
  const email = Email.safeParse(identity.verifiedEmail)
  if (!email.success) return { refused: 'EmailUnusable' }
  const user = await findUserByEmail(email.data)
  if (user) return link(user, identity, signedInUserId)
  if (env().SIGN_UP === 'off' && provider !== 'oidc' && !(await isInvited(email.data, clock.now())))
    return { refused: 'SignUpClosed' }
  const userId = await create(identity, email.data)
  // A concurrent sign-in has created the user.
  return userId === undefined ? resolveOauthUser(identity, signedInUserId) : { userId }
}

async function link(
  user: UserRow,
  { provider, providerAccountId }: OauthIdentity,
  signedInUserId: string | null,
): Promise<ResolvedOauth> {
  if (user.passwordHash !== null && user.id !== signedInUserId) return { refused: 'OAuthAccountNotLinked' }
  const isOurs =
    (await insertOauth(user.id, provider, providerAccountId)) ||
    (await findUserByOauth(provider, providerAccountId))?.id === user.id
  return isOurs ? { userId: user.id } : { refused: 'OAuthAccountNotLinked' }
}

const NAME_LENGTH = 100

async function create(identity: OauthIdentity, email: string): Promise<string | undefined> {
  const { provider, providerAccountId } = identity
  const given = givenName(NAME_LENGTH)
    .check(visible)
    .safeParse(cutText((identity.name ?? '').replace(/\p{Cc}/gu, ' ').trim(), NAME_LENGTH))
  const name = given.data ?? cutText(email, NAME_LENGTH)
  const user = await openAccount({
    customer: { id: newId('cus'), name },
    user: { id: newId('usr'), email, name, passwordHash: null },
    oauth: { provider, providerAccountId },
  })
  return user?.id
}
