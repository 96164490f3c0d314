import type { OAuthConfig, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'

type OidcSettings = { issuer: string; name: string; clientId: string; clientSecret: string }

const Claims = z.looseObject({ sub: z.string().min(1) })

const Person = z.object({
  sub: z.string(),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
})

type ReadClaims = NonNullable<UserinfoEndpointHandler['request']>

/** Some providers put the email into the ID token, others tell it only when they are asked: what either says counts. */
const readClaims: ReadClaims = async ({ client, tokens }) => {
  const claims = claimsOf(tokens.id_token)
  if (client.issuer.metadata.userinfo_endpoint === undefined || !tokens.access_token) return claims
  const told = Claims.parse(await client.userinfo(tokens.access_token))
  // OpenID Connect Core 1.0, 5.3.2
  if (told.sub !== claims.sub) throw new Error('the provider told of somebody else than its token is about')
  return { ...claims, ...told }
}

/** Of a token whose signature, audience, nonce and times openid-client has checked. */
function claimsOf(idToken = ''): z.infer<typeof Claims> {
  const [, payload = ''] = idToken.split('.')
  return Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

/** The operator's own identity provider, found by its discovery document (OpenID Connect Discovery 1.0). */
export function oidcProvider({ issuer, name, clientId, clientSecret }: OidcSettings): OAuthConfig<unknown> {
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope: 'openid email profile' } },
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    userinfo: { request: readClaims },
    httpOptions: { timeout: 10_000 },
    profile: (profile) => {
      const { sub, name, preferred_username, email } = Person.parse(profile)
      return { id: sub, name: name ?? preferred_username ?? null, email: email ?? null }
    },
  }
}
