import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { readGithubProfile } from './auth-options'
import { describeSignInError } from './schema'
import { base32, stepOfCode } from './second-factor'
import { describeDevice } from './sessions'

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
  ['CredentialsSignin', 'Incorrect email or password.'],
  ['TooManyAttempts:1', 'Too many failed attempts. Try again in 1 minute.'],
  ['TooManyAttempts:99999', 'Sign-in failed. Try again.'],
  ['SessionRequired', 'Sign in to view that page.'],
  ['Configuration', 'Sign-in is not configured correctly. Contact the operator.'],
  ['nonsense', 'Sign-in failed. Try again.'],
  ['constructor', 'Sign-in failed. Try again.'],
  ['__proto__', 'Sign-in failed. Try again.'],
])('describes %s', (error, words) => {
  expect(describeSignInError(error)).toBe(words)
})

// RFC 6238, appendix B, the last six of eight digits.
test.each([
  [1_111_111_111, '050471'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('the code at %d s is %s, a step early and late too', (seconds, code) => {
  const secret = Buffer.from('12345678901234567890')
  const at = (time: number) => stepOfCode(secret, code, new Date(time * 1000))
  const step = Math.floor(seconds / 30)
  expect([at(seconds), at(seconds - 30), at(seconds + 30)]).toEqual([step, step, step])
  expect([at(seconds - 60), at(seconds + 60)]).toEqual([undefined, undefined])
})

test.each(['', '12345', '1234567', 'ÄÖÜÄÖÜ', ' 50471'])('%s is the code of no step', (code) => {
  expect(stepOfCode(Buffer.from('12345678901234567890'), code, new Date())).toBeUndefined()
})

test('a secret as apps read it', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1', 'Safari on iOS'],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%j is %s', (agent, device) => {
  expect(describeDevice(agent)).toBe(device)
})
