import { env } from '@/lib/platform/env'
import { cutText } from '@/lib/platform/escape'
import { givenName, visible } from '@/lib/platform/fields'
import { newId } from '@/lib/platform/ids'
import { openAccount } from './create-account'
import { findUserByEmail, findUserByOauth, insertOauth, type UserRow } from './repository'
import { Email } from './schema'

export type OauthIdentity = {
  provider: string
  providerAccountId: string
  /** Only an address that the service itself has verified. */
  verifiedEmail: string | null
  name: string | null
}

type ResolvedOauth =
  | { userId: string }
  | { refused: 'EmailNotVerified' | 'EmailUnusable' | 'OAuthAccountNotLinked' | 'SignUpClosed' }

/**
 * Whom an account at another service signs in as: the user it is linked to; else the user with its verified email; else
 * a new one, where signing up is open or the service is the operator's own. An account that has a password is linked only
 * while its owner is signed in: whoever typed that email at sign-up never proved to own it, and must not share an account
 * with the person who did.
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
  if (env().SIGN_UP === 'off' && provider !== 'oidc') return { refused: 'SignUpClosed' }
  const userId = await create(identity, email.data)
  // Lost the race: another sign-in was faster, and the row that it created is found now.
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
