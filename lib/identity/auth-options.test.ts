import { afterEach, describe, expect, it, vi } from 'vitest'
import { readGithubProfile } from './auth-options'

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
