import { NextRequest } from 'next/server'
import { expect, it, vi } from 'vitest'
import { DELETE, GET, OPTIONS, PATCH, PUT } from '@/app/(api)/api/auth/[...nextauth]/route'

it.each([
  ['DELETE', DELETE],
  ['OPTIONS', OPTIONS],
  ['PATCH', PATCH],
  ['PUT', PUT],
])('%s is refused in the envelope', async (method, answer) => {
  const request = new NextRequest('http://localhost/api/auth/session', { method })
  const response = await answer(request, { params: Promise.resolve({ nextauth: ['session'] }) })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST'])
  expect((await response.json()).error).toMatchObject({
    code: 'method_not_allowed',
    request_id: response.headers.get('x-request-id'),
  })
})

it('writes where it is into the environment once', async () => {
  const ask = () =>
    GET(new NextRequest('http://localhost/api/auth/providers'), {
      params: Promise.resolve({ nextauth: ['providers'] }),
    })
  await ask()
  expect(process.env.AUTH_TRUST_HOST).toBe('true')
  vi.stubEnv('AUTH_TRUST_HOST', 'as it was')
  await ask()
  expect(process.env.AUTH_TRUST_HOST).toBe('as it was')
})
