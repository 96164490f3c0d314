import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { cloudToken, signAssertion } from './cloud-tokens'
import { ServiceAccount } from './contract/provider-key'
import { answerWith } from './testing/answer-with'
import vectors from './testing/cloud-vectors.json'
import { openUpstream } from './testing/open-upstream'

const upstream = await openUpstream()
env().OUTBOUND_ALLOW = '127.0.0.1'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

let made = 0
/** A service account that no other test has a token of. */
const account = (more: object = {}) =>
  ServiceAccount.parse({
    type: 'service_account',
    project_id: 'acme-prod',
    private_key_id: `key-${++made}`,
    private_key: pem,
    client_email: 'portico@acme-prod.iam.gserviceaccount.com',
    token_uri: `${upstream.origin}/token`,
    ...more,
  })
const fieldsOf = (more: object = {}) => ({ region: 'global', service_account: JSON.stringify(account(more)) })
const token = (access_token: string, expires_in = 3600) => answerWith.json(200, { access_token, expires_in })
const form = () => Object.fromEntries(new URLSearchParams(upstream.requests.at(-1)?.body))
const later = (seconds: number) => {
  const at = clock.now().getTime() + seconds * 1000
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(at))
}

afterEach(() => void vi.restoreAllMocks())

describe('a service account', () => {
  it('asks as google-auth does', () => {
    const { private_key, private_key_id, client_email, iat, assertion } = vectors.google
    const given = {
      private_key,
      private_key_id,
      client_email,
      token_uri: 'https://oauth2.googleapis.com/token',
    }
    const publicKey = createPublicKey(createPrivateKey(private_key))
    const read = (jwt: string) => {
      const [header = '', claims = '', signature = ''] = jwt.split('.')
      const parsed = [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
      const signed = Buffer.from(`${header}.${claims}`)
      return [...parsed, verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))]
    }
    expect(read(signAssertion(account(given), iat))).toEqual(read(assertion))
    expect(read(assertion).at(-1)).toBe(true)
  })

  it('is exchanged for a token by an assertion that its public key verifies', async () => {
    upstream.answer(token('ya29.one'))
    expect(await cloudToken(fieldsOf())).toBe('ya29.one')
    const { grant_type, assertion = '' } = form()
    expect(grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    const publicKey = createPublicKey(createPrivateKey(pem))
    const signed = Buffer.from(`${header}.${claims}`)
    expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    const { iat, exp, aud, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect({ lifetime: exp - iat, aud, scope }).toEqual({
      lifetime: 3600,
      aud: `${upstream.origin}/token`,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
    })
  })

  it('whose key is none is refused without a request', async () => {
    const broken = fieldsOf({ private_key: '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----' })
    await expect(cloudToken(broken)).rejects.toMatchObject({ fault: 'failed', status: 401 })
    expect(upstream.requests).toEqual([])
  })
})

describe('an app of Entra ID', () => {
  beforeEach(() => vi.stubEnv('AZURE_AUTHORITY_HOST', upstream.origin))
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['acme.openai.azure.com', 'https://cognitiveservices.azure.com/.default'],
    ['acme.openai.azure.us', 'https://cognitiveservices.azure.us/.default'],
  ])('gets a token by its secret for %s', async (endpoint, scope) => {
    upstream.answer(token('eyJ.two'))
    const app = { endpoint, tenant_id: 'tenant-1', client_id: 'app', client_secret: 's&cret=~' }
    expect(await cloudToken(app)).toBe('eyJ.two')
    expect(upstream.requests.at(-1)).toMatchObject({ method: 'POST', path: '/tenant-1/oauth2/v2.0/token' })
    expect(form()).toEqual({
      grant_type: 'client_credentials',
      client_id: 'app',
      client_secret: 's&cret=~',
      scope,
    })
  })
})

describe('a token', () => {
  it('is fetched once for a hundred who ask at once, and kept until shortly before it expires', async () => {
    const fields = fieldsOf()
    upstream.answer(token('first'))
    const asked = await Promise.all(Array.from({ length: 100 }, () => cloudToken({ ...fields })))
    expect(new Set(asked)).toEqual(new Set(['first']))
    upstream.answer(token('second'))
    later(3400)
    expect(await cloudToken(fields)).toBe('first')
    expect(upstream.requests).toHaveLength(1)
    later(100)
    expect(await cloudToken(fields)).toBe('second')
    expect(upstream.requests).toHaveLength(2)
  })

  it('of one key is never given to another', async () => {
    upstream.answer(token('of the first'))
    expect(await cloudToken(fieldsOf())).toBe('of the first')
    upstream.answer(token('of the second'))
    expect(await cloudToken(fieldsOf())).toBe('of the second')
  })

  it.each([
    ['a refusal', answerWith.json(400, { error: 'invalid_grant' }), { fault: 'failed', status: 401 }],
    ['a rate limit', answerWith.json(429, {}), { fault: 'rate_limited' }],
    ['a failure', answerWith.json(503, {}), { fault: 'failed', status: 503 }],
    ['nonsense', answerWith.json(200, { access_token: '' }), { fault: 'failed' }],
    ['a broken connection', answerWith.reset(), { fault: 'unreachable' }],
  ])('is not there after %s, and asked for again', async (_, answer, error) => {
    const fields = fieldsOf()
    upstream.answer(answer)
    await expect(cloudToken(fields)).rejects.toMatchObject(error)
    upstream.answer(token('well again'))
    expect(await cloudToken(fields)).toBe('well again')
  })

  it('is not fetched from an address that customers’ URLs may not lead to', async () => {
    const inside = fieldsOf({ token_uri: 'http://169.254.169.254/token' })
    await expect(cloudToken(inside)).rejects.toMatchObject({ fault: 'unreachable' })
  })
})
