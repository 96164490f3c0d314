import { GET, POST } from '@/app/(api)/api/auth/[...nextauth]/route'

/** For tests: a browser with cookies that calls next-auth. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** Every received Set-Cookie line. */
  readonly setCookies: string[] = []

  constructor(private readonly headers: Record<string, string> = {}) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async get(action: string[], query: Record<string, string> = {}) {
    return this.send(GET, action, query)
  }

  async post(action: string[], form: Record<string, string>) {
    const { body } = await this.get(['csrf'])
    const csrfToken = String(Reflect.get(Object(body), 'csrfToken'))
    return this.send(POST, action, {}, new URLSearchParams({ csrfToken, json: 'true', ...form }))
  }

  /** Signs in; returns the error code for the sign-in page, or null. */
  async signIn(provider: string, form: Record<string, string> = {}): Promise<string | null> {
    const { body } = await this.post(['callback', provider], form)
    const url = new URL(String(Reflect.get(Object(body), 'url')))
    return url.searchParams.get('error')
  }

  private async send(
    route: typeof GET,
    nextauth: string[],
    query: Record<string, string>,
    form?: URLSearchParams,
  ) {
    const url = `http://localhost:3000/api/auth/${nextauth.join('/')}?${new URLSearchParams(query)}`
    const request = new Request(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        host: 'localhost:3000',
        'x-portico-peer': '127.0.0.1',
        ...this.headers,
        cookie: this.cookieHeader,
      },
      body: form ?? null,
    })
    const response = await route(request, { params: Promise.resolve({ nextauth }) })
    for (const line of response.headers.getSetCookie()) this.keepCookie(line)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
      location: response.headers.get('location') ?? undefined,
    }
  }

  private keepCookie(line: string): void {
    this.setCookies.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
