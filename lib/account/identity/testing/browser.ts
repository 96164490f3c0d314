import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { authOptions } from '../auth-options'

/** For tests: a browser that talks to next-auth as we set it up, keeping its cookies. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** Every Set-Cookie line, as it came. */
  readonly setCookies: string[] = []

  constructor(private readonly headers: Record<string, string> = {}) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async get(action: string[], query: Record<string, string> = {}) {
    return this.send('GET', action, query, {})
  }

  async post(action: string[], form: Record<string, string>) {
    const { body } = await this.get(['csrf'])
    const csrfToken = String(Reflect.get(Object(body), 'csrfToken'))
    return this.send('POST', action, {}, { csrfToken, json: 'true', ...form })
  }

  /** What the sign-in page sees: the error that it is sent back with, or none. */
  async signIn(provider: string, form: Record<string, string> = {}): Promise<string | null> {
    const { body } = await this.post(['callback', provider], form)
    const url = new URL(String(Reflect.get(Object(body), 'url')))
    return url.searchParams.get('error')
  }

  private async send(
    method: string,
    nextauth: string[],
    query: Record<string, string>,
    body: Record<string, string>,
  ) {
    process.env.AUTH_TRUST_HOST = 'true'
    delete process.env.NEXTAUTH_URL
    const headers = {
      host: 'localhost:3000',
      'x-forwarded-proto': 'http',
      'x-portico-peer': '127.0.0.1',
      ...this.headers,
      cookie: this.cookieHeader,
    }
    const request = {
      method,
      headers,
      body,
      query: { ...query, nextauth },
      cookies: Object.fromEntries(this.cookies),
    }
    const answer = new Answer(this)
    await NextAuth(
      request as unknown as NextApiRequest,
      answer as unknown as NextApiResponse,
      authOptions({
        cookieHeader: this.cookieHeader,
        setCookie: (line) => answer.setHeader('Set-Cookie', line),
      }),
    )
    return { status: answer.statusCode, body: answer.body, location: answer.location }
  }
}

/** As much of a response as next-auth writes to. */
class Answer {
  statusCode = 200
  body: unknown
  location: string | undefined

  constructor(private readonly browser: Browser) {}

  status(code: number) {
    this.statusCode = code
    return this
  }

  getHeader() {
    return []
  }

  setHeader(name: string, value: string | string[]) {
    if (name === 'Location') this.location = String(value)
    if (name === 'Set-Cookie') for (const line of [value].flat()) this.keepCookie(line)
    return this
  }

  json(value: unknown) {
    this.body = value
  }

  send(value: unknown) {
    this.body = value
  }

  end() {}

  private keepCookie(line: string): void {
    this.browser.setCookies.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0/i.test(line)) this.browser.cookies.delete(name)
    else this.browser.cookies.set(name, decodeURIComponent(value))
  }
}
