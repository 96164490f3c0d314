import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { CreatedImageTask } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { prisma } from '@/lib/platform/db'
import { ask, create, createdBy, newCustomer, one, openImages } from '../../testing'

const { call, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

describe('text to image', () => {
  const post = (json: unknown, headers: Record<string, string> = {}) =>
    call('POST', create, { key: customer.key, json, headers })

  it('creates a queued task: 200, with a hold', async () => {
    const { status, body, headers } = await post(ask())
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^igen_[0-9a-z]{26}$/),
      status: 'queued',
      model: 'sandbox/image-1',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(headers.get('x-ratelimit-limit-requests')).toBe('60')
    expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.005000' })
  })

  it('draws it, and the first read of the completed task has everything', async () => {
    const created = await createdBy(call, customer.key, { n: 2, output_format: 'webp', seed: 7 })
    await work(created.id)
    const { status, body, headers } = await call('GET', one(created.id), { key: customer.key })
    expect(status).toBe(200)
    const image = {
      object_url: expect.stringMatching(/^http:\/\/localhost:3000\/media\/obj_[0-9a-f]{40}$/),
      object_url_expires_at: expect.stringMatching(/Z$/),
      mime_type: 'image/webp',
      b64_json: expect.stringMatching(/^[0-9A-Za-z+/]+=*$/),
      revised_prompt: 'A red kite',
    }
    expect(body).toEqual({
      id: created.id,
      object: 'image.generation',
      status: 'completed',
      model: 'sandbox/image-1',
      created: Math.floor(Date.parse(created.created_at) / 1000),
      created_at: created.created_at,
      completed_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      size: '64x64',
      quality: 'low',
      output_format: 'webp',
      data: [image, image],
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
        input_tokens_details: { text_tokens: expect.any(Number), image_tokens: 0 },
        output_tokens_details: { text_tokens: 0, image_tokens: expect.any(Number) },
      },
      cost: '0.010000',
      waiting_for: null,
      error: null,
    })
    expect(headers.get('retry-after')).toBeNull()
    expect(await customer.money()).toEqual({ balance: '4.990000', held: '0.000000' })
    expect(await customer.rows()).toMatchObject([
      { task_id: created.id, status: 'success', modality: 'image', cost: '0.010000' },
    ])
  })

  it('accepts every setting at its bounds, and null as the default', async () => {
    const kinds = [
      { size: 'auto', quality: 'auto', output_format: 'jpeg', output_compression: 0, background: 'opaque' },
      { size: '3840x2160', n: 10, moderation: 'low', background: 'transparent', output_format: 'webp' },
      { size: '2160x3840', output_compression: 100, background: 'auto', moderation: 'auto' },
      { size: '48x16', n: 1, quality: 'high' },
      { size: null, n: null, quality: null, output_format: null, background: null, seed: null },
      { prompt: '𝕏'.repeat(32_000) },
    ]
    for (const kind of kinds) expect(await post(ask(kind))).toMatchObject({ status: 200 })
  })

  it('uses the key’s default model if none is named', async () => {
    const json = ask({ model: undefined })
    expect(await call('POST', create, { key: customer.key, json })).toMatchObject({
      status: 400,
      body: { error: { code: 'missing_parameter', param: 'model' } },
    })
    const key = await customer.keyWith({}, 'sandbox/image-2')
    for (const model of [undefined, 'default'])
      expect(await call('POST', create, { key, json: ask({ model }) })).toMatchObject({
        status: 200,
        body: { model: 'sandbox/image-2' },
      })
  })

  it('returns the original task for the same Idempotency-Key, and creates no second one', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await post(ask(), headers)
    const again = await post(ask(), headers)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await post(ask({ prompt: 'Other' }), headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_conflict', param: 'Idempotency-Key' } },
    })
    const twenty = { 'idempotency-key': randomUUID() }
    const all = await Promise.all(Array.from({ length: 20 }, () => post(ask(), twenty)))
    expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await customer.money()).toMatchObject({ held: '0.010000' })
  })

  it('creates no second one after a crash that lost the recorded answer', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { body: first } = await post(ask(), headers)
    const { customerId } = customer.owner
    await prisma.idempotencyRecord.deleteMany({ where: { customerId } })
    expect((await post(ask(), headers)).body).toEqual(first)
    expect(await customer.money()).toMatchObject({ held: '0.005000' })
    const other = await newCustomer()
    const foreign = await call('POST', create, { key: other.key, json: ask(), headers })
    expect(CreatedImageTask.parse(foreign.body).id).not.toBe(CreatedImageTask.parse(first).id)
  })
})
