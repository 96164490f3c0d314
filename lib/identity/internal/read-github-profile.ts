import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'

const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

type ReadProfile = NonNullable<UserinfoEndpointHandler['request']>

/** GitHub's profile names an email that need not be verified: only its list of emails says which ones are. */
export const readGithubProfile: ReadProfile = async ({ client, tokens }) => {
  if (!tokens.access_token) throw new Error('GitHub gave no access token')
  const { email: _shown, email_verified: _claimed, ...profile } = await client.userinfo(tokens.access_token)
  const answer = await fetch('https://api.github.com/user/emails', {
    headers: { authorization: `Bearer ${tokens.access_token}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`GitHub did not list the emails: ${answer.status}`)
  const own = Emails.parse(await answer.json()).find((one) => one.primary && one.verified)
  return own ? { ...profile, email: own.email, email_verified: true } : profile
}
