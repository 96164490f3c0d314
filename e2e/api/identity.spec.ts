import { randomUUID } from 'node:crypto'
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
  expect(await (await request.get(keys)).json()).toEqual({ object: 'list', data: [] })
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

test('one click opens the demo account on this machine', async ({ request }) => {
  expect((await signIn(request, 'demo')).status()).toBe(200)
  const { user } = await (await request.get('/api/auth/session')).json()
  expect(user).toMatchObject({ email: readDemo().email, is_operator: true })
})

for (const headers of [
  { 'x-forwarded-for': '203.0.113.5' },
  { 'x-forwarded-host': 'portico.example.com' },
  { origin: 'https://portico.example.com' },
])
  test(`one click opens nothing to a request with ${JSON.stringify(headers)}`, async ({ request }) => {
    const answer = await signIn(request, 'demo', {}, headers)
    expect(answer.status()).toBe(401)
    expect(new URL((await answer.json()).url).searchParams.get('error')).toBe('DemoUnavailable')
  })

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
