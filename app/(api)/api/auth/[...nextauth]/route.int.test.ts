import { afterAll, describe, expect, it } from 'vitest'
import { callThrough, type Door, openDoors, webDoorOf } from '@/lib/http/testing'
import { env } from '@/lib/platform/env'
import * as auth from './route'

const modules = { '/api/auth/[...nextauth]': auth }
const { call, door, close } = await openDoors(modules)
const doors: [string, Door][] = [
  ['node', door],
  ['web', webDoorOf(modules)],
]
afterAll(close)

const form = (fields: Record<string, string>) => ({
  text: new URLSearchParams(fields).toString(),
  headers: type,
})
const type = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

describe.each(doors)('signing in, through the %s door', (_name, raw) => {
  const call = callThrough(raw)

  it.each([
    [404, 'not_found', 'GET', 'nonsense', {}],
    [404, 'not_found', 'POST', '_log', { json: { level: 'x' } }],
    [400, 'invalid_parameter', 'GET', 'callback/nobody', {}],
    [400, 'invalid_parameter', 'GET', 'signin?callbackUrl=http://', {}],
    [400, 'invalid_json', 'POST', 'callback/credentials', { headers: json, text: '{' }],
    [400, 'invalid_json', 'POST', 'callback/credentials', { headers: json, text: '1' }],
    [413, 'payload_too_large', 'POST', 'callback/credentials', form({ email: 'x'.repeat(100_000) })],
  ])('%i %s: %s %s', async (status, code, method, path, sent) => {
    const answer = await call(method, `/api/auth/${path}`, sent)
    const request_id = answer.headers.get('x-request-id')
    expect(answer).toMatchObject({ status, body: { error: { code, request_id } } })
  })

  it('sends a browser without a script on, and gives each cookie a line of its own', async () => {
    const response = await raw('POST', '/api/auth/signin/credentials', {
      headers: { ...type, cookie: 'broken=%E0%A4%A; other' },
      body: 'a=b',
      redirect: 'manual',
    })
    const location = expect.stringMatching(/\/api\/auth\/signin\?csrf=true$/)
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
    expect(response.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual([
      'next-auth.csrf-token',
      'next-auth.callback-url',
    ])
  })
})

it.each(['DELETE', 'OPTIONS', 'PATCH', 'PUT'])('%s is refused in the envelope', async (method) => {
  const response = await door(method, '/api/auth/session')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
  expect((await response.json()).error.code).toBe('method_not_allowed')
})

it('leads back to where people reach it, whatever the request says of itself', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const ask = async () => JSON.stringify((await call('GET', '/api/auth/providers', { headers })).body)
  expect(await ask()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/api\/auth\/callback\/credentials/)
  env().PUBLIC_URL = 'https://portico.example'
  expect(await ask()).toContain('https://portico.example/api/auth/callback/credentials')
})
