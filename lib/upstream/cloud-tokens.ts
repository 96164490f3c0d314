import { createHash, sign } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { readSecret } from '@/lib/platform/env'
import { parseJson } from '@/lib/platform/json'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { type KeyFields, ServiceAccount } from './contract/provider-key'
import { UpstreamError } from './contract/upstream-error'

/** Access tokens of the clouds, kept in memory until shortly before they expire. They are neither stored nor logged. */

type Token = { value: string; expiresAt: number }
type Kept = { value: Promise<string>; usableUntil: number }

const tokens = new LRUCache<string, Kept>({ max: 5000 })

const MARGIN_MILLIS = 120_000

/** The token for a key that is exchanged for one: fetched once for all who wait for it. Rejects with UpstreamError. */
export function cloudToken(fields: KeyFields): Promise<string> {
  const id = createHash('sha256').update(JSON.stringify(fields)).digest('base64')
  const known = tokens.get(id)
  if (known && known.usableUntil > clock.now().getTime()) return known.value
  const fetched = fetchToken(fields).then(({ value, expiresAt }) => {
    kept.usableUntil = expiresAt - MARGIN_MILLIS
    return value
  })
  const kept: Kept = { value: fetched, usableUntil: Number.POSITIVE_INFINITY }
  tokens.set(id, kept)
  fetched.catch(() => tokens.get(id) === kept && tokens.delete(id))
  return fetched
}

async function fetchToken(fields: KeyFields): Promise<Token> {
  const { tenant_id, client_id = '', client_secret = '', endpoint = '', service_account } = fields
  if (service_account !== undefined) {
    const account = ServiceAccount.parse(parseJson(service_account))
    const assertion = signAssertion(account, Math.floor(clock.now().getTime() / 1000))
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    return exchange(account.token_uri, { grant_type, assertion })
  }
  const cloud = endpoint.slice(endpoint.lastIndexOf('.') + 1)
  const authority = readSecret('AZURE_AUTHORITY_HOST') ?? authorities[cloud]
  return exchange(`${authority}/${tenant_id}/oauth2/v2.0/token`, {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: `https://cognitiveservices.azure.${cloud}/.default`,
  })
}

/** Microsoft's clouds, by the end of an endpoint. https://learn.microsoft.com/entra/identity-platform/authentication-national-cloud */
const authorities: Readonly<Record<string, string>> = {
  com: 'https://login.microsoftonline.com',
  us: 'https://login.microsoftonline.us',
  cn: 'https://login.partner.microsoftonline.cn',
}

const LIFETIME_SECONDS = 3600

/** A service account's signed request for a token. https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
export function signAssertion(account: z.infer<typeof ServiceAccount>, nowSeconds: number): string {
  const header = { typ: 'JWT', alg: 'RS256', kid: account.private_key_id }
  const claims = {
    iat: nowSeconds,
    exp: nowSeconds + LIFETIME_SECONDS,
    iss: account.client_email,
    aud: account.token_uri,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
  }
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  try {
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), account.private_key).toString('base64url')}`
  } catch (cause) {
    throw new UpstreamError('failed', { status: 401, cause })
  }
}

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
const LIMITS = { timeoutMillis: 10_000, maxBytes: 256 * 1024 }

/** Its address may be a customer's. */
async function exchange(url: string, form: Record<string, string>): Promise<Token> {
  const began = clock.now().getTime()
  try {
    const answer = await safeFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      ...LIMITS,
    })
    const { status } = answer
    const read = Answer.safeParse(parseJson((await answer.bytes()).toString()))
    if (status === 200 && read.success)
      return { value: read.data.access_token, expiresAt: began + read.data.expires_in * 1000 }
    if (status === 429) throw new UpstreamError('rate_limited', { status })
    // The cloud does not accept this key.
    throw new UpstreamError('failed', { status: status >= 400 && status < 500 ? 401 : status })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new UpstreamError(error.fault === 'timeout' ? 'timeout' : 'unreachable', { cause: error })
  }
}
