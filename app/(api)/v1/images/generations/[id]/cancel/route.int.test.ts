import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { work } from '@/lib/media/images/testing'
import { createdBy, newCustomer, one, openImages } from '../../../testing'

const { call, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

describe('cancelling', () => {
  const cancel = (id: string) => call('POST', `${one(id)}/cancel`, { key: customer.key })
  const read = async (id: string) => (await call('GET', one(id), { key: customer.key })).body
  const refused = { status: 409, body: { error: { code: 'task_not_cancellable' } } }
  const free = { balance: '5.000000', held: '0.000000' }

  it('a queued task: 200, the hold is released, and no worker draws it', async () => {
    const { id } = await createdBy(call, customer.key)
    expect(await cancel(id)).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'cancelled',
        completed_at: null,
        expires_at: expect.any(String),
        data: [],
        cost: '0.000000',
        error: null,
      },
    })
    expect(await customer.money()).toEqual(free)
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'cancelled', data: [] })
    expect(await customer.rows()).toEqual([])
  })

  it('a task that is being drawn: the upstream call is aborted, and nothing is charged', async () => {
    const { id } = await createdBy(call, customer.key, { prompt: 'A kite [[hang]]' })
    const drawing = work(id)
    await expect.poll(() => read(id)).toMatchObject({ status: 'processing' })
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    await drawing
    expect(await read(id)).toMatchObject({ status: 'cancelled', data: [] })
    expect(await customer.money()).toEqual(free)
  })

  it('a task that has ended: 409, and it does not change', async () => {
    const { id: completed } = await createdBy(call, customer.key)
    await work(completed)
    const { id: failed } = await createdBy(call, customer.key, {
      prompt: '[[fail:content_policy_violation]]',
    })
    await work(failed)
    const { id: cancelled } = await createdBy(call, customer.key)
    await cancel(cancelled)
    for (const id of [completed, failed, cancelled]) expect(await cancel(id)).toMatchObject(refused)
    expect(await read(completed)).toMatchObject({ status: 'completed' })
    expect(await read(failed)).toMatchObject({ status: 'failed' })
  })

  it('one of twenty concurrent cancels succeeds', async () => {
    const { id } = await createdBy(call, customer.key)
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => cancel(id)))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect(await customer.money()).toEqual(free)
  })
})
