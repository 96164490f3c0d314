import { expect, test } from '@playwright/test'

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
