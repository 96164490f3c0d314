import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { apiRoutes } from '@/app/(api)/routes'
import { createAccount } from '@/lib/account/identity/create-account'
import { SessionList } from '@/lib/account/identity/schema'
import { Browser } from '@/lib/account/identity/testing/browser'
import { openDoors } from '@/lib/http/testing'
import { env } from '@/lib/platform/env'

env().RATE_LIMIT_ACCOUNT = 100_000 // lists are read until they are long enough
const { call, close } = await openDoors(apiRoutes)
afterAll(close)

const path = '/api-account/user/sessions'
const password = 'long enough to be one'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let email: string

beforeEach(async () => {
  email = `${randomUUID()}@example.com`
  await createAccount({ name: 'Ann', email, password })
})

async function signIn(): Promise<string> {
  const browser = new Browser()
  expect(await browser.signIn('credentials', { email, password })).toBeNull()
  return browser.cookieHeader
}

describe('Sessions', () => {
  const ask = (cookie: string, method = 'GET', id = '') =>
    call(method, id ? `${path}/${id}` : path, { headers: { cookie, 'user-agent': firefox } })
  const list = async (cookie: string) => SessionList.parse((await ask(cookie)).body).data

  /** Noting is not waited for. */
  async function listWhen(cookie: string, count: number) {
    await expect.poll(() => list(cookie)).toHaveLength(count)
    return list(cookie)
  }

  it('are listed with their device, and signed out there at once: 200, 401', async () => {
    const [here, there] = [await signIn(), await signIn()]
    await ask(there)
    const [sessions] = [await listWhen(here, 2)]
    expect(sessions.map(({ device }) => device)).toEqual(['Firefox on Linux', 'Firefox on Linux'])
    const other = sessions.find(({ is_current }) => !is_current)
    const ended = await ask(here, 'DELETE', other?.id)
    expect(ended.status).toBe(200)
    expect(SessionList.parse(ended.body).data).toMatchObject([{ is_current: true }])
    expect((await ask(there)).status).toBe(401)
    expect((await ask(here)).status).toBe(200)
    expect((await ask(here, 'DELETE', other?.id)).status).toBe(404)
  })

  it('are nobody else’s: 404', async () => {
    const here = await signIn()
    const [mine] = await listWhen(here, 1)
    email = `${randomUUID()}@example.com`
    await createAccount({ name: 'Bea', email, password })
    expect((await ask(await signIn(), 'DELETE', mine?.id)).status).toBe(404)
  })
})
