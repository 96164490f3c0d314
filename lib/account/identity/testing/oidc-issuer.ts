import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Claims = Record<string, unknown>
type Grant = { nonce: string; challenge: string; claims: Claims; userinfo: Claims }

/** The ways to sign, with the digest of each. */
const algorithms = {
  RS256: { digest: 'sha256', ...generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  ES256: { digest: 'sha256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  ES384: { digest: 'sha384', ...generateKeyPairSync('ec', { namedCurve: 'P-384' }) },
  EdDSA: { digest: null, ...generateKeyPairSync('ed25519') },
}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** For tests: an OpenID Connect provider with one client and a configurable person. */
export class OidcIssuer {
  readonly client = { id: 'portico', secret: 'of the client' }
  issuer = ''
  /** The claims of the person who signs in. */
  visitor: Claims = {}
  algorithm: keyof typeof algorithms | 'none' = 'RS256'
  /** The algorithms that it says it may sign with. */
  listed: string[] = ['RS256']
  readonly #grants = new Map<string, Grant>()
  readonly #server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', this.issuer)
    if (asked.pathname === '/authorize') {
      const back = new URLSearchParams(this.signIn(asked, this.visitor))
      response.writeHead(302, { location: `${asked.searchParams.get('redirect_uri')}?${back}` }).end()
      return
    }
    void this.#answer(request).then(
      (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      () => response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
    )
  })

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The callback parameters after a sign-in: `claims` are in the ID token, `userinfo` from the userinfo endpoint. */
  signIn(asked: URL, claims: Claims, userinfo: Claims = { sub: claims.sub }): Record<string, string> {
    const given = (name: string) => asked.searchParams.get(name) ?? ''
    const code = `code-${this.#grants.size}`
    this.#grants.set(code, { nonce: given('nonce'), challenge: given('code_challenge'), claims, userinfo })
    return { code, state: given('state') }
  }

  async #answer(request: IncomingMessage): Promise<object> {
    if (request.url === '/.well-known/openid-configuration') return this.#discovery()
    if (request.url === '/keys')
      return {
        keys: Object.entries(algorithms).map(([alg, { publicKey }]) => ({
          ...publicKey.export({ format: 'jwk' }),
          use: 'sig',
          alg,
          kid: alg,
        })),
      }
    if (request.url === '/token') return this.#exchange(request, new URLSearchParams(await text(request)))
    const grant = this.#grants.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    if (request.url === '/userinfo' && grant) return grant.userinfo
    throw new Error('unexpected request')
  }

  #discovery(): object {
    const { issuer } = this
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: this.listed,
    }
  }

  #exchange({ headers }: IncomingMessage, form: URLSearchParams): object {
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    const secret = `Basic ${Buffer.from(`${this.client.id}:${encodeURIComponent(this.client.secret).replaceAll('%20', '+')}`).toString('base64')}`
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || headers.authorization !== secret || challenge !== grant.challenge)
      throw new Error('refused')
    return { access_token: code, token_type: 'Bearer', id_token: this.#idToken(grant) }
  }

  #idToken({ nonce, claims }: Grant): string {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: this.issuer, aud: this.client.id, iat: now, exp: now + 60, nonce }
    const alg = this.algorithm
    const signed = `${encode({ alg, kid: alg })}.${encode({ ...standard, ...claims })}`
    if (alg === 'none') return `${signed}.`
    const { digest, privateKey: key } = algorithms[alg]
    const signature = sign(digest, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
}
