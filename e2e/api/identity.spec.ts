import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { readDemo } from '../read-demo'

/** Signing in as a browser does it; the context keeps the cookies. */
async function signIn(
  request: APIRequestContext,
  provider: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  return request.post(`/api/auth/callback/${provider}`, {
    form: { csrfToken, json: 'true', callbackUrl: '/console', ...form },
    headers,
  })
}

test('a person signs up, signs in, uses the session, and signs out', async ({ request }) => {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse'
  const made = await request.post('/api/sign-up', { data: { name: 'Ann', email, password } })
  expect(made.status()).toBe(201)
  const account = await made.json()

  const answer = await signIn(request, 'credentials', { email, password })
  expect(answer.status()).toBe(200)
  expect(new URL((await answer.json()).url).pathname).toBe('/console')
  expect(await (await request.get('/api/auth/session')).json()).toMatchObject({
    user: { id: account.id, customer_id: account.customer_id, email, name: 'Ann', is_operator: false },
  })
  const keys = '/api-account/user/api-keys'
  expect(await (await request.get(keys)).json()).toMatchObject({ object: 'list', data: [] })
  expect((await request.post(keys, { data: { name: 'mine' } })).status()).toBe(201)
  const abused = await request.post(keys, {
    data: { name: 'x' },
    headers: { origin: 'https://evil.example' },
  })
  expect(abused.status()).toBe(403)

  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  await request.post('/api/auth/signout', { form: { csrfToken, json: 'true' } })
  expect((await request.get(keys)).status()).toBe(401)
})

test('a wrong password is refused without a word about the account', async ({ request }) => {
  const known = await signIn(request, 'credentials', { email: readDemo().email, password: 'not this one' })
  const unknown = await signIn(request, 'credentials', {
    email: 'nobody@example.com',
    password: 'not this one',
  })
  for (const answer of [known, unknown]) {
    expect(answer.status()).toBe(401)
    expect(new URL((await answer.json()).url).searchParams.get('error')).toBe('CredentialsSignin')
  }
})

test('the printed link signs in, and one click does where it was opened', async ({ request }) => {
  const opened = await request.get(readDemo().sign_in_url, { maxRedirects: 0 })
  expect(opened.status()).toBe(303)
  expect(opened.headers()).toMatchObject({
    location: '/console',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  const cookies = opened.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  expect(cookies.map(({ value }) => value.replace(/=[^;]*/, ''))).toEqual([
    'portico.demo-link; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
    'next-auth.session-token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
  ])
  expect(JSON.stringify(cookies)).not.toContain(new URL(readDemo().sign_in_url).searchParams.get('token'))
  const { user } = await (await request.get('/api/auth/session')).json()
  expect(user).toMatchObject({ email: readDemo().email, is_operator: true })
  expect((await signIn(request, 'demo')).status()).toBe(200)
})

for (const headers of [
  {},
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { 'x-portico-peer': '127.0.0.1', origin: 'http://localhost' },
])
  test(`one click opens nothing to a request with ${JSON.stringify(headers)}`, async ({ request }) => {
    const answer = await signIn(request, 'demo', {}, headers)
    expect(answer.status()).toBe(401)
    expect(new URL((await answer.json()).url).searchParams.get('error')).toBe('DemoUnavailable')
  })

test('a host of another name is turned away by a server for this machine alone', async () => {
  const { url } = readDemo()
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.2'])
    for (const path of ['/', '/v1/models', '/api/health', '/sign-in?token=x', '/_next/static/x.js']) {
      const { status, body } = await ask(url + path, { host })
      expect([status, JSON.parse(body).error.code]).toEqual([421, 'misdirected_request'])
    }
  for (const host of ['localhost', '127.0.0.1:80', '[::1]:3000'])
    expect((await ask(`${url}/api/health`, { host })).status).toBe(200)
})

test('links never repeat a host that a client made up', async () => {
  const { url } = readDemo()
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  for (const path of ['/docs', '/api/auth/providers', '/sign-in', '/openapi.json'])
    expect((await ask(url + path, headers)).body).not.toContain('evil.example')
})

/** With a Host that fetch would not send. */
function ask(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    get(url.replace('localhost', '127.0.0.1'), { headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    }).on('error', reject)
  })
}

test('what is asked wrongly under /api/auth gets the envelope, never a 500', async ({ request }) => {
  const json = { 'content-type': 'application/json' }
  const answers = [
    [404, await request.get('/api/auth/nonsense')],
    [404, await request.post('/api/auth/_log', { data: { level: 'x' } })],
    [405, await request.put('/api/auth/session')],
    [400, await request.get('/api/auth/callback/nobody')],
    [400, await request.get('/api/auth/signin?callbackUrl=http://')],
    [400, await request.post('/api/auth/callback/credentials', { headers: json, data: Buffer.from('{') })],
    [413, await request.post('/api/auth/callback/credentials', { form: { email: 'x'.repeat(100_000) } })],
  ] as const
  for (const [status, answer] of answers) {
    expect(answer.status()).toBe(status)
    expect((await answer.json()).error.request_id).toBe(answer.headers()['x-request-id'])
  }
})
