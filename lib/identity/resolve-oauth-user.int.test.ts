import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { createAccount } from './create-account'
import { type OauthIdentity, resolveOauthUser } from './resolve-oauth-user'

function identity(overrides: Partial<OauthIdentity> = {}): OauthIdentity {
  return {
    provider: 'github',
    providerAccountId: randomUUID(),
    verifiedEmail: `${randomUUID()}@example.com`,
    name: 'Ann',
    ...overrides,
  }
}

describe('resolveOauthUser', () => {
  it('makes a user and its customer the first time, and finds it from then on', async () => {
    const ann = identity()
    const first = await resolveOauthUser(ann, null)
    const user = await prisma.user.findUniqueOrThrow({ where: { email: ann.verifiedEmail ?? '' } })
    expect(first).toEqual({ userId: user.id })
    expect(user).toMatchObject({ name: 'Ann', passwordHash: null })
    // The email may change at the other service: the account there is what counts.
    expect(await resolveOauthUser({ ...ann, verifiedEmail: 'new@example.com' }, null)).toEqual(first)
    expect(await resolveOauthUser({ ...ann, verifiedEmail: null }, null)).toEqual(first)
  })

  it('refuses an email that the service has not verified', async () => {
    for (const verifiedEmail of [null, 'nonsense'])
      expect(await resolveOauthUser(identity({ verifiedEmail }), null)).toEqual({
        refused: 'EmailNotVerified',
      })
  })

  it('makes accounts for nobody while signing up is closed, but for whom the own provider lets in', async () => {
    const known = identity()
    const before = await resolveOauthUser(known, null)
    env().SIGN_UP = 'off'
    try {
      for (const provider of ['github', 'google'])
        expect(await resolveOauthUser(identity({ provider }), null)).toEqual({ refused: 'SignUpClosed' })
      expect(await resolveOauthUser(known, null)).toEqual(before)
      expect(await resolveOauthUser(identity({ provider: 'oidc' }), null)).toHaveProperty('userId')
    } finally {
      env().SIGN_UP = 'on'
    }
  })

  it('joins two services that verified the same email', async () => {
    const ann = identity()
    const first = await resolveOauthUser(ann, null)
    const google = identity({ provider: 'google', verifiedEmail: ann.verifiedEmail?.toUpperCase() ?? null })
    expect(await resolveOauthUser(google, null)).toEqual(first)
  })

  it('gives nobody an account that has a password, unless its owner is signed in', async () => {
    const email = `${randomUUID()}@example.com`
    const account = await createAccount({ name: 'Mallory', email, password: 'correct horse' })
    const ann = identity({ verifiedEmail: email })
    expect(await resolveOauthUser(ann, null)).toEqual({ refused: 'OAuthAccountNotLinked' })
    expect(await resolveOauthUser(ann, 'usr_somebody')).toEqual({ refused: 'OAuthAccountNotLinked' })
    expect(await prisma.oauthAccount.count({ where: { userId: account.id } })).toBe(0)
    expect(await resolveOauthUser(ann, account.id)).toEqual({ userId: account.id })
    expect(await resolveOauthUser(ann, null)).toEqual({ userId: account.id })
  })

  it('makes one user however many sign-ins arrive at once', async () => {
    const ann = identity()
    const all = await Promise.all(Array.from({ length: 6 }, () => resolveOauthUser(ann, null)))
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(all[0]).toHaveProperty('userId')
  })

  it('keeps names printable', async () => {
    const odd = identity({ name: '\u0000\n ' })
    await resolveOauthUser(odd, null)
    expect(await prisma.user.findUniqueOrThrow({ where: { email: odd.verifiedEmail ?? '' } })).toMatchObject({
      name: odd.verifiedEmail,
    })
  })
})
