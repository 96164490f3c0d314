import { afterAll, describe, expect, it } from 'vitest'
import { ModelListReply } from '@/lib/catalog/models/schema'
import { MessagesError } from '@/lib/gateway/chat/formats/messages/schema'
import { openDoors } from '@/lib/http/testing'
import * as imageModels from '../images/models/route'
import { newCustomer } from '../testing/new-customer'
import * as videoModels from '../videos/models/route'
import * as model from './[...id]/route'
import * as models from './route'

const path = '/v1/models'
const modules = {
  [path]: models,
  [`${path}/[...id]`]: model,
  '/v1/images/models': imageModels,
  '/v1/videos/models': videoModels,
}
const { door, close } = await openDoors(modules)
afterAll(close)
const { key } = await newCustomer()
const keyed = (headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${key}`, ...headers },
})

describe('models', () => {
  it('are listed, and each is returned by its id', async () => {
    const response = await door('GET', path, keyed())
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('300')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const { data } = ModelListReply.strict().parse(await response.json())
    const chat = data.find(({ id }) => id === 'sandbox/chat')
    expect(await (await door('GET', `${path}/sandbox/chat`, keyed())).json()).toEqual(chat)
    expect(await (await door('GET', `${path}/sandbox%2Fchat`, keyed())).json()).toEqual(chat)
  })

  it('can be read by pages of other origins, refusals too', async () => {
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

  it('are paginated forwards and backwards', async () => {
    const page = async (query: string) => {
      const response = await door('GET', `${path}?${query}`, keyed())
      const { data, ...rest } = ModelListReply.parse(await response.json())
      return { ids: data.map(({ id }) => id), ...rest }
    }
    const all = (await page('')).ids
    const [a, b, c] = all
    const last = all.at(-1)
    expect(await page('limit=2')).toMatchObject({ ids: [a, b], has_more: true, first_id: a, last_id: b })
    for (const name of ['after', 'after_id'])
      expect(await page(`limit=1&${name}=${b}`)).toMatchObject({ ids: [c], has_more: true })
    expect(await page(`limit=1&before_id=${c}`)).toMatchObject({ ids: [b], has_more: true })
    expect(await page(`limit=2&before_id=${c}`)).toMatchObject({ ids: [a, b], has_more: false })
    expect(await page(`limit=5&after_id=${last}`)).toMatchObject({ ids: [], has_more: false, last_id: null })
    expect(await page('limit=1000')).toMatchObject({ ids: all, has_more: false })
  })

  it('of one modality have paginated lists', async () => {
    for (const kind of ['image', 'video']) {
      const list = async (query: string) => {
        const response = await door('GET', `/v1/${kind}s/models${query}`, keyed())
        return ModelListReply.strict().parse(await response.json())
      }
      const { data, has_more } = await list('')
      expect([new Set(data.map(({ modality }) => modality)), has_more]).toEqual([new Set([kind]), false])
      expect(await list('?limit=1')).toMatchObject({ data: [{ id: data[0]?.id }], has_more: true })
    }
  })

  it('are refused to Anthropic’s clients in their format', async () => {
    const headers = { 'anthropic-version': '2023-06-01' }
    for (const [address, init, status, type] of [
      [path, { headers }, 401, 'authentication_error'],
      [`${path}?limit=0`, keyed(headers), 400, 'invalid_request_error'],
      [`${path}/nobody/nothing`, keyed(headers), 404, 'not_found_error'],
    ] as const) {
      const response = await door('GET', address, init)
      expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'))
      const { error } = MessagesError.strict().parse(await response.json())
      expect([response.status, error.type]).toEqual([status, type])
    }
  })

  it('are 404 where unknown', async () => {
    const missing = await door('GET', `${path}/nobody/nothing`, keyed())
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } })
  })
})

it('another method is a 405 in the client’s format', async () => {
  for (const address of [path, `${path}/sandbox/chat`]) {
    const headers = { 'anthropic-version': '2023-06-01' }
    expect(MessagesError.parse(await (await door('DELETE', address, { headers })).json()).type).toBe('error')
    expect(await (await door('DELETE', address)).json()).toMatchObject({
      error: { code: 'method_not_allowed' },
    })
  }
})

it('a page of another origin gets CORS headers', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' }
  const response = await door('OPTIONS', path, { headers })
  expect(response.status).toBe(204)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'authorization, *',
  })
})
