import type { OAuthConfig, TokenEndpointHandler, UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { env } from '@/lib/platform/env'

type OidcSettings = { issuer: string; name: string; clientId: string; clientSecret: string }

/** A number must be exact: rounding could merge two people. */
const Claims = z.looseObject({ sub: z.union([z.string().min(1), z.int()]).transform(String) })

type ReadClaims = NonNullable<UserinfoEndpointHandler['request']>

/** Merges the claims of the ID token and the userinfo endpoint: providers put the email into either. */
const readClaims: ReadClaims = async ({ client, tokens }) => {
  const claims = claimsOf(tokens.id_token)
  if (client.issuer.metadata.userinfo_endpoint === undefined || !tokens.access_token) return claims
  const reported = Claims.parse(await client.userinfo(tokens.access_token))
  // OpenID Connect Core 1.0, 5.3.2
  if (reported.sub !== claims.sub) throw new Error('the userinfo is about another person than the ID token')
  const userinfo = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null))
  // `email_verified` of the token applies only to the token's email.
  const isOther = 'email' in userinfo && textOf(userinfo.email) !== textOf(claims.email)
  return { ...claims, ...(isOther && { email_verified: undefined }), ...userinfo }
}

/** The claims of an ID token that openid-client has verified. */
function claimsOf(idToken = ''): z.infer<typeof Claims> {
  const [, payload = ''] = idToken.split('.')
  return Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
}

const Algorithms = z.array(z.string()).catch([])

type ExchangeCode = NonNullable<TokenEndpointHandler['request']>

/**
 * Exchanges the code for the tokens. A provider may sign the ID token by any algorithm that it lists, but a client of openid-client
 * expects one, RS256 by default, and only the token shows which it is. Unsigned tokens are refused.
 */
const exchangeCode: ExchangeCode = async ({ client, provider, params, checks }) => {
  const listed = Algorithms.parse(client.issuer.metadata.id_token_signing_alg_values_supported)
  let algorithm = 'RS256'
  class TokenClient extends client.issuer.Client {
    override async grant(...given: Parameters<typeof client.grant>) {
      const tokens = await super.grant(...given)
      const { alg } = headerOf(tokens.id_token)
      if (alg !== 'none' && listed.includes(alg)) algorithm = alg
      return tokens
    }
    get id_token_signed_response_alg() {
      return algorithm
    }
  }
  const reader = new TokenClient(client.metadata)
  // What next-auth sets of openid-client's `custom`, such as the tolerance of clocks.
  for (const setting of Object.getOwnPropertySymbols(client))
    Reflect.set(reader, setting, Reflect.get(client, setting))
  return { tokens: await reader.callback(provider.callbackUrl, params, checks) }
}

const Header = z.object({ alg: z.string() })

function headerOf(idToken = ''): z.infer<typeof Header> {
  const [header = ''] = idToken.split('.')
  return Header.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
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
    authorization: { params: { scope: env().OIDC_SCOPE } },
    checks: ['pkce', 'state', 'nonce'],
    idToken: true,
    token: { request: exchangeCode },
    userinfo: { request: readClaims },
    httpOptions: { timeout: 10_000 },
    profile: (profile) => {
      const { sub, ...claims } = Claims.parse(profile)
      const parts = [claims.given_name, claims.family_name].map(textOf).filter(Boolean).join(' ')
      const name = textOf(claims.name) ?? (parts || textOf(claims.preferred_username ?? claims.nickname))
      return { id: sub, name: name ?? null, email: textOf(claims.email) ?? null }
    },
  }
}

/** A claim as text: some providers send it in a list, empty or as a number. */
export function textOf(claim: unknown): string | undefined {
  const value: unknown = Array.isArray(claim) ? claim[0] : claim
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim() || undefined
    : undefined
}
