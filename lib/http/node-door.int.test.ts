import { afterAll, expect, it } from 'vitest'
import { nodeDoorOf } from './testing'

const { door, close } = await nodeDoorOf({})
afterAll(close)

it.each(['/', '/pricing', '/openapi.json', '/nothing-here'])(
  'names the request at %s, which is not its own',
  async (path) => {
    const { status, headers } = await door('GET', path)
    expect(status).toBe(599)
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
  },
)

it('leaves that to signing in, which does it itself', async () => {
  expect((await door('GET', '/api/auth/csrf')).headers.get('x-request-id')).toBeNull()
})
