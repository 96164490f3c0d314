import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ImageTaskList } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { createdBy, newCustomer, one, openImages } from '../testing'

const { call, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

describe('listing', () => {
  const list = async (query = '') => call('GET', `/v1/images/generations${query}`, { key: customer.key })
  const pageOf = async (query = '') => ImageTaskList.parse((await list(query)).body)

  it('an empty list: 200', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: '',
      first_id: null,
      last_id: null,
    })
  })

  it('pages through all tasks, newest first, each once', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await createdBy(call, customer.key, { prompt: `${i}` })).id)
    const [a, b, c, d, e] = ids
    const first = await pageOf('?limit=2')
    expect(first).toMatchObject({ data: [{ id: a }, { id: b }], has_more: true, first_id: a, last_id: b })
    const second = await pageOf(`?limit=2&cursor=${first.next_cursor}`)
    expect(second.data).toMatchObject([{ id: c }, { id: d }])
    const third = await pageOf(`?limit=2&after=${second.last_id}`)
    expect(third).toMatchObject({ data: [{ id: e }], has_more: false, next_cursor: '', last_id: e })
    expect((await pageOf('?limit=100')).data).toHaveLength(5)
  })

  it('filters by status, and shows none of another customer', async () => {
    const { id: done } = await createdBy(call, customer.key)
    await work(done)
    const { id: open } = await createdBy(call, customer.key)
    const { id: cancelled } = await createdBy(call, customer.key)
    await call('POST', `${one(cancelled)}/cancel`, { key: customer.key })
    expect((await pageOf('?status=completed')).data).toMatchObject([{ id: done, status: 'completed' }])
    expect((await pageOf('?status=queued')).data).toMatchObject([{ id: open }])
    expect((await pageOf('?status=cancelled')).data).toMatchObject([{ id: cancelled }])
    expect((await pageOf('?status=failed')).data).toEqual([])
    const stranger = await newCustomer()
    expect((await call('GET', '/v1/images/generations', { key: stranger.key })).body).toMatchObject({
      data: [],
    })
    const foreign = await call('GET', `/v1/images/generations?after=${done}`, { key: stranger.key })
    expect(foreign).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_cursor', param: 'after' } },
    })
  })

  it.each([
    ['?limit=0x10', 'invalid_parameter', 'limit'],
    ['?cursor=nonsense', 'invalid_cursor', 'cursor'],
    ['?after=nonsense', 'invalid_cursor', 'after'],
  ])('%s is a 400 that names it', async (query, code, param) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error: { code, param } } })
  })
})
