import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RouteModule } from '@/lib/http/contract'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, model, openChat, wholeStream } from './testing'

/** Another format for chat models. */
type Format = {
  path: string
  route: RouteModule
  /** The minimal request without a model. */
  request: object
  /** Whether the format's own error names the field. */
  checkRefusal(body: unknown, status: number, param: string): void
}

const dearer = { prompt: '0.0001', completion: '0.0002' }

const invalid: [string, object, number, string][] = [
  ['order as text', { provider: { order: 'first' } }, 400, 'provider.order'],
  ['a provider that is no text', { provider: { order: [1] } }, 400, 'provider.order[0]'],
  ['an unknown sort', { provider: { sort: 'taste' } }, 400, 'provider.sort'],
  ['an unknown preference', { provider: { quantizations: [] } }, 400, 'provider.quantizations'],
  ['a provider as text', { provider: 'first' }, 400, 'provider'],
  ['models as text', { models: 'acme/both' }, 400, 'models'],
  ['an unknown model', { models: ['acme/both', 'acme/none'] }, 404, 'models[1]'],
  ['a model that does not chat', { models: ['sandbox/image-1'] }, 400, 'models[0]'],
  ['nobody to ask', { provider: { only: ['second'] } }, 400, 'provider.only'],
  ['nobody so cheap', { provider: { max_price: { prompt: 0.5 } } }, 400, 'provider.max_price'],
]

/** The upstreams that requests through one door were sent to, and their outcome. */
type Stage = Pick<Awaited<ReturnType<typeof openChat>>, 'first' | 'second'> & {
  send(body: object): Promise<Response>
  customer(): Awaited<ReturnType<typeof newCustomer>>
}

/** For tests: `provider` and `models` work in every format as in chat completions. */
export async function describePreferences({ path, route, request, checkRefusal }: Format): Promise<void> {
  const { door, first, second, reset, close } = await openChat({
    modules: { [path]: route },
    providersAt: (_first, other) => [
      {
        id: 'third',
        base_url: other.baseUrl,
        models: [{ ...model, id: 'acme/dear', upstream_id: 'dear', pricing: dearer }],
      },
    ],
  })
  afterAll(close)

  let customer: Awaited<ReturnType<typeof newCustomer>>
  beforeEach(async () => {
    reset(answer)
    customer = await newCustomer()
  })

  describe('preferences', () => {
    const send = (body: object) =>
      door('POST', path, post(customer.key, { model: 'acme/alone', ...request, ...body }))
    const stage = { send, customer: () => customer, first, second }
    itRefuses(stage, checkRefusal)
    itChooses(stage)
    itStepsIn(stage)
  })
}

function itRefuses({ send, customer, first, second }: Stage, checkRefusal: Format['checkRefusal']): void {
  it.each(invalid)('%s: refused by name, before anything is held', async (_case, body, status, param) => {
    const response = await send(body)
    expect(response.status).toBe(status)
    checkRefusal(await response.json(), status, param)
    expect(await customer().rows()).toEqual([])
    expect([...first.requests, ...second.requests]).toEqual([])
  })
}

function itChooses({ send, customer, first, second }: Stage): void {
  it.each([
    ['only', { only: ['second'] }],
    ['order', { order: ['second'] }],
    ['ignore', { ignore: ['first'] }],
  ])('%s chooses the provider, and is not passed on', async (_wish, provider) => {
    expect((await send({ model: 'acme/both', provider, models: ['acme/alone'] })).status).toBe(200)
    expect(first.requests).toEqual([])
    const sent = JSON.parse(second.requests[0]?.body ?? '')
    expect(sent).not.toHaveProperty('provider')
    expect(sent).not.toHaveProperty('models')
    expect(await customer().rows()).toMatchObject([{ provider: 'second', attempts: [] }])
  })

  it('may name the model too', async () => {
    const response = await send({ model: undefined, models: ['acme/alone', 'acme/both'] })
    expect(await response.json()).toMatchObject({ model: 'acme/alone' })
  })

  it('without fallbacks one provider alone is asked', async () => {
    first.answer(answerWith.json(500, {}))
    expect((await send({ model: 'acme/both', provider: { allow_fallbacks: false } })).status).toBe(502)
    expect(second.requests).toEqual([])
  })
}

function itStepsIn({ send, customer, first, second }: Stage): void {
  it.each([false, true])('a model that steps in is named and paid for (streamed: %s)', async (stream) => {
    first.answer(answerWith.json(500, {}))
    second.answer(stream ? answerWith.events(...wholeStream) : answerWith.json(200, answer))
    const text = await (await send({ models: ['acme/dear'], stream })).text()
    expect(text).toContain('"model":"acme/dear"')
    expect(text).not.toContain('acme/alone')
    expect(await customer().rows()).toMatchObject([
      {
        model_id: 'acme/dear',
        cost: '0.001800',
        attempts: [
          { provider: 'first', model: 'acme/alone', code: 'upstream_error', status: 500 },
          { provider: 'third', model: 'acme/dear', code: null },
        ],
      },
    ])
    expect(await customer().balance()).toMatchObject({ balance: '0.998200', held: '0.000000' })
  })
}
