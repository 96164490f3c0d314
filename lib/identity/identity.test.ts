import { afterEach, describe, expect, it, vi } from 'vitest'
import { readGithubProfile } from './auth-options'
import { describeSignInError } from './schema'

afterEach(() => vi.unstubAllGlobals())

/** The call as next-auth makes it, of which only two parts matter here. */
function readWith(emails: unknown, status = 200) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(emails, { status })),
  )
  const client = {
    userinfo: async () => ({ id: 7, login: 'ann', email: 'shown@example.com', email_verified: true }),
  }
  const context = { client, tokens: { access_token: 'gho_x' } } as unknown as Parameters<
    typeof readGithubProfile
  >[0]
  return readGithubProfile(context)
}

describe('readGithubProfile', () => {
  it('takes the primary email when GitHub has verified it', async () => {
    const emails = [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'ann@example.com', primary: true, verified: true },
    ]
    expect(await readWith(emails)).toMatchObject({ id: 7, email: 'ann@example.com', email_verified: true })
  })

  it('has no email when the primary one is not verified, whatever the profile shows', async () => {
    const profile = await readWith([{ email: 'victim@example.com', primary: true, verified: false }])
    expect(profile).toEqual({ id: 7, login: 'ann' })
  })

  it('fails when GitHub does not answer', async () => {
    await expect(readWith({ message: 'no' }, 403)).rejects.toThrow('403')
  })
})

it.each([
  ['CredentialsSignin', 'The email or the password is not right.'],
  ['TooManyAttempts:1', 'Too many failed attempts. Try again in 1 minute.'],
  ['TooManyAttempts:99999', 'Signing in did not work. Try again.'],
  ['SessionRequired', 'Sign in to see that page.'],
  ['Configuration', 'Signing in is not set up correctly here. Tell whoever runs this service.'],
  ['nonsense', 'Signing in did not work. Try again.'],
  ['constructor', 'Signing in did not work. Try again.'],
  ['__proto__', 'Signing in did not work. Try again.'],
])('tells of %s in words', (error, words) => {
  expect(describeSignInError(error)).toBe(words)
})
