import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createdBy, newCustomer, one, openImages } from '@/app/(api)/v1/images/testing'
import { ImageHistoryReply, ImageRecord } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { readObject } from '@/lib/work/objects/read-object'

const { call, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

const path = '/api-account/user/images'

describe('the history of images', () => {
  const ask = (method: string, at: string, key = customer.accountKey) => call(method, at, { key })
  const pageOf = async (query = '') => ImageHistoryReply.parse((await ask('GET', `${path}${query}`)).body)
  const idsOf = async (query: string) => (await pageOf(query)).items.map(({ id }) => id)
  async function drawn(overrides: object = {}): Promise<string> {
    const { id } = await createdBy(call, customer.key, overrides)
    await work(id)
    return id
  }

  it('shows a task with its settings, pictures and cost: 200', async () => {
    const id = await drawn({ output_format: 'jpeg', output_compression: 80, seed: 5 })
    const record = {
      id,
      object: 'image',
      kind: 'generation',
      status: 'completed',
      model: 'sandbox/image-1',
      model_name: 'Sandbox Image 1',
      prompt: 'A red kite',
      settings: {
        n: 1,
        size: '64x64',
        quality: 'low',
        output_format: 'jpeg',
        output_compression: 80,
        background: 'auto',
        moderation: 'auto',
        seed: 5,
      },
      images: [
        {
          object_url: expect.stringMatching(/\/media\/obj_/),
          object_url_expires_at: expect.any(String),
          mime_type: 'image/jpeg',
          width: 64,
          height: 64,
          size_bytes: expect.any(Number),
          revised_prompt: 'A red kite',
        },
      ],
      usage: expect.objectContaining({ total_tokens: expect.any(Number) }),
      cost: '0.005000',
      cost_str: expect.stringMatching(/^\$0\.005/),
      error: null,
      waiting_for: null,
      created_at: expect.any(String),
      started_at: expect.any(String),
      finished_at: expect.any(String),
    }
    const { status, body } = await ask('GET', path)
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'list',
      data: [record],
      items: [record],
      next_cursor: '',
      has_more: false,
    })
    expect(await ask('GET', `${path}/${id}`)).toMatchObject({ status: 200, body: record })
  })

  it('reads without taking b64_json, and outlives the task', async () => {
    const id = await drawn()
    await ask('GET', `${path}/${id}`)
    expect(JSON.stringify((await call('GET', one(id), { key: customer.key })).body)).toContain('b64_json')
    const then = new Date(Date.now() + 24 * 3600 * 1000)
    vi.spyOn(clock, 'now').mockReturnValue(then)
    expect((await call('GET', one(id), { key: customer.key })).status).toBe(410)
    expect(await idsOf('')).toEqual([id])
  })

  it('pages, filters and searches', async () => {
    const fox = await drawn({ prompt: 'A Fox, 100% red_ish' })
    const owl = await drawn({ prompt: 'An owl', model: 'sandbox/image-1-mini' })
    const { id: open } = await createdBy(call, customer.key, { prompt: 'A fox again' })
    const first = await pageOf('?limit=2')
    expect(first.items.map(({ id }) => id)).toEqual([open, owl])
    expect(await idsOf(`?limit=2&cursor=${first.next_cursor}`)).toEqual([fox])
    expect(await idsOf('?status=queued')).toEqual([open])
    expect(await idsOf('?model=sandbox/image-1-mini')).toEqual([owl])
    expect(await idsOf('?q=fOX')).toEqual([open, fox])
    expect(await idsOf(`?q=${encodeURIComponent('100% red_')}`)).toEqual([fox])
    expect(await idsOf(`?q=${encodeURIComponent('1__% ')}`)).toEqual([])
  })

  it('ends after thirty days', async () => {
    const id = await drawn()
    await pool.query("UPDATE image_tasks SET created_at = now() - interval '31 days' WHERE id = $1", [id])
    expect(await idsOf('')).toEqual([])
  })

  it('deletes a task with its images and its prompt: 200, then 404 everywhere', async () => {
    const id = await drawn()
    const record = ImageRecord.parse((await ask('GET', `${path}/${id}`)).body)
    const objectId = record.images[0]?.object_url?.split('/').at(-1) ?? ''
    expect(await ask('DELETE', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { id, object: 'image', deleted: true },
    })
    expect(await readObject(customer.owner.customerId, objectId)).toBeNull()
    expect((await pool.query('SELECT prompt FROM image_tasks WHERE id = $1', [id])).rows).toEqual([
      { prompt: null },
    ])
    for (const [method, at] of [
      ['GET', `${path}/${id}`],
      ['DELETE', `${path}/${id}`],
      ['GET', one(id)],
    ] as const)
      expect(await ask(method, at)).toMatchObject({
        status: 404,
        body: { error: { code: 'task_not_found' } },
      })
    expect(await idsOf('')).toEqual([])
  })

  it('cancels an unfinished task before it deletes it', async () => {
    const { id } = await createdBy(call, customer.key)
    expect((await ask('DELETE', `${path}/${id}`)).status).toBe(200)
    await work(id)
    expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('is hidden from other customers: 404', async () => {
    const id = await drawn()
    const stranger = await newCustomer()
    for (const method of ['GET', 'DELETE'])
      expect((await ask(method, `${path}/${id}`, stranger.accountKey)).status).toBe(404)
    expect((await ask('GET', path, stranger.accountKey)).body).toMatchObject({ items: [] })
  })

  it.each([
    ['?status=gone', 'invalid_parameter', 'status'],
    ['?q=%00', 'invalid_parameter', 'q'],
    ['?model=%00', 'invalid_parameter', 'model'],
    ['?cursor=nonsense', 'invalid_cursor', 'cursor'],
  ])('%s is a 400 that names it', async (query, code, param) => {
    expect(await ask('GET', `${path}${query}`)).toMatchObject({
      status: 400,
      body: { error: { code, param } },
    })
  })
})
