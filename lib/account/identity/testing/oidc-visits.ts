import { randomUUID } from 'node:crypto'
import { env } from '@/lib/platform/env'
import { readSessionFromCookies } from '../sessions'
import type { Browser } from './browser'
import { OidcIssuer } from './oidc-issuer'

/** For tests: the operator's identity provider, and people who sign in through it. */
export async function openOidc() {
  const provider = new OidcIssuer()
  await provider.start()
  const { client, issuer: OIDC_ISSUER } = provider
  const ofClient = { OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret, OIDC_NAME: 'Acme' }
  Object.assign(env(), { OIDC_ISSUER, ...ofClient })

  /** Where the browser is sent to sign in. */
  async function leave(browser: Browser): Promise<URL> {
    const { body } = await browser.post(['signin', 'oidc'], {})
    return new URL(String(Reflect.get(Object(body), 'url')))
  }

  /** Where the browser ends up after signing in there. */
  async function signIn(browser: Browser, claims: object, userinfo?: object): Promise<URL> {
    const back = provider.signIn(await leave(browser), { ...claims }, userinfo && { ...userinfo })
    const { location } = await browser.get(['callback', 'oidc'], back)
    return new URL(String(location), 'http://localhost:3000')
  }

  async function close(): Promise<void> {
    Object.assign(env(), { OIDC_ISSUER: undefined })
    await provider.stop()
  }
  return { provider, leave, signIn, close }
}

export const newPerson = () => ({
  sub: randomUUID(),
  name: 'Ann',
  email: `${randomUUID()}@example.com`,
  email_verified: true,
})

export const sessionOf = (browser: Browser) => readSessionFromCookies(browser.cookieHeader)
