import { get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { readDemo } from '../read-demo'

test('the process answers', async ({ request }) => {
  const response = await request.get('/api/health')
  expect(response.status()).toBe(200)
})

test('it is ready, database and all', async ({ request }) => {
  const response = await request.get('/api/ready')
  expect(response.status()).toBe(200)
  expect(response.headers()['x-request-id']).toMatch(/^req_/)
})

test('an unknown path under an API prefix answers in JSON', async ({ request }) => {
  const response = await request.get('/v1/nothing-here')
  expect(response.status()).toBe(404)
  expect((await response.json()).error.code).toBe('not_found')
})

/** The answer to what a client sends over a bare socket; it asks for the connection to be closed. */
async function sendRaw(baseURL: string | undefined, request: string): Promise<string> {
  const { hostname, port } = new URL(baseURL ?? '')
  const socket = connect(Number(port), hostname)
  socket.write(request)
  return text(socket)
}

test('an offer to speak HTTP/2 is passed over, not answered by hanging up', async ({ baseURL }) => {
  const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
  // Next listens for offers from its first page on.
  await fetch(`${baseURL}/pricing`)
  for (const path of ['/api/health', '/pricing'])
    expect(await sendRaw(baseURL, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
})

test('a page whose address has escapes of no character is not found', async ({ baseURL }) => {
  for (const path of ['/models/%', '/explore/providers/%ff?a=%', '/h5/liveness/%E0%A4%A']) {
    const answer = await fetch(`${baseURL}${path}`)
    expect({ path, status: answer.status }).toEqual({ path, status: 404 })
    expect(await answer.text()).toContain('<html')
  }
})

test('a request may name the whole address, or no path', async ({ baseURL }) => {
  const rest = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const whole = await sendRaw(baseURL, `GET ${baseURL}/v1/nothing-here?a=b ${rest}`)
  expect(whole).toMatch(/^HTTP\/1\.1 404 /)
  expect(whole).toContain('GET /v1/nothing-here is not an endpoint')
  expect(await sendRaw(baseURL, `OPTIONS * ${rest}`)).not.toMatch(/^HTTP\/1\.1 5/)
})

test('what HTTP alone refuses has an id and our envelope too, and what it may pass over is passed over', async ({
  baseURL,
}) => {
  const nameless = await sendRaw(baseURL, 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n')
  expect(nameless).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nx-request-id: req_[\s\S]*"invalid_parameter"/)
  const hosts = 'Host: localhost\r\nhost: elsewhere.example\r\n'
  for (const path of ['/api/health', '/pricing'])
    expect(await sendRaw(baseURL, `GET ${path} HTTP/1.1\r\n${hosts}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await sendRaw(baseURL, 'GET /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  const expecting = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\nConnection: close\r\n\r\n'
  expect(await sendRaw(baseURL, expecting)).toMatch(/^HTTP\/1\.1 200 /)
})

test('no page may be shown in a frame of another site, nor its types be guessed', async ({ request }) => {
  for (const path of ['/', '/sign-in', '/models', '/nothing-here']) {
    const headers = (await request.get(path)).headers()
    expect({ path, headers }).toMatchObject({
      headers: {
        'content-security-policy': expect.stringContaining("; frame-ancestors 'self'"),
        'x-frame-options': 'SAMEORIGIN',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
      },
    })
  }
})

test('the printed link signs in, by an answer that is kept nowhere and cookies that scripts cannot read', async ({
  request,
}) => {
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
