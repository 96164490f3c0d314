import { afterAll, describe, expect, it } from 'vitest'
import { ModelListReply } from '@/lib/catalog/schema'
import { openDoors } from '@/lib/http/testing'
import { newCustomer } from '../testing/new-customer'
import * as model from './[...id]/route'
import * as models from './route'

const path = '/v1/models'
const modules = { [path]: models, [`${path}/[...id]`]: model }
const { doors, door: node, close } = await openDoors(modules)
afterAll(close)
const { key } = await newCustomer()
const keyed = (headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${key}`, ...headers },
})

describe.each(doors)('the models through the %s door', (_name, _call, door) => {
  it('are listed, and each can be read under its id', async () => {
    const response = await door('GET', path, keyed())
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('300')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const { data } = ModelListReply.strict().parse(await response.json())
    const chat = data.find(({ id }) => id === 'sandbox/chat')
    expect(await (await door('GET', `${path}/sandbox/chat`, keyed())).json()).toEqual(chat)
    expect(await (await door('GET', `${path}/sandbox%2Fchat`, keyed())).json()).toEqual(chat)
  })

  it('can be read by pages of other sites, refusals too', async () => {
    const origin = 'https://app.example'
    for (const [init, status] of [
      [keyed({ origin }), 200],
      [{ headers: { origin } }, 401],
    ] as const) {
      const response = await door('GET', path, init)
      const allowed = response.headers.get('access-control-allow-origin')
      const exposed = response.headers.get('access-control-expose-headers')
      expect([response.status, allowed]).toEqual([status, '*'])
      expect(exposed).toMatch(/retry-after.*x-ratelimit-remaining-requests.*x-request-id/)
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('401 without a key, 404 for one that is not there', async () => {
    expect((await door('GET', path)).status).toBe(401)
    const missing = await door('GET', `${path}/nobody/nothing`, keyed())
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } })
  })
})

it('a page of another site is told how it may call', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
  const response = await node('OPTIONS', path, { headers })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'authorization, *',
  })
})
