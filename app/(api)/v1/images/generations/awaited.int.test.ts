import { randomUUID } from 'node:crypto'
import OpenAI from 'openai'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readImage } from '@/lib/media/images/history'
import { ImagesReply, ImageTask, ImageTaskList } from '@/lib/media/images/schema'
import { work } from '@/lib/media/images/testing'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { ask, base, create, newCustomer, one, openImages } from '../testing'

const { call, door, close } = await openImages()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  customer = await newCustomer()
})

describe('synchronous generation', () => {
  const path = `${base}/generations`
  const post = (overrides: object = {}, headers: Record<string, string> = {}) =>
    call('POST', path, { key: customer.key, json: ask(overrides), headers })
  const raw = (overrides: object, signal?: AbortSignal) =>
    door('POST', path, {
      headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(ask(overrides)),
      ...(signal && { signal }),
    })
  const client = () =>
    new OpenAI({
      apiKey: customer.key,
      baseURL: 'http://portico.test/v1',
      maxRetries: 0,
      fetch: (url, init) => door(init?.method ?? 'GET', new URL(String(url)).pathname, init),
    })
  const listed = async (key = customer.key) => {
    const { body } = await call('GET', `${path}?limit=100`, { key })
    return ImageTaskList.parse(body).data
  }
  /** The tasks that are waited for, as a worker of another process finds them. */
  const made = async (count = 1) => {
    await expect.poll(async () => (await listed()).length).toBe(count)
    return (await listed()).map(({ id }) => id)
  }
  const drawn = async () => {
    const [id = ''] = await made()
    await work(id)
    return id
  }

  it('200 in OpenAI’s format once a worker has drawn the task, which is like any other', async () => {
    const answer = post({ n: 2, output_format: 'webp', user: 'somebody' })
    const id = await drawn()
    const { status, headers, body } = await answer
    expect(status).toBe(200)
    expect(headers.get('x-portico-task')).toBe(id)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const image = { b64_json: expect.stringMatching(/^[0-9A-Za-z+/]+=*$/), revised_prompt: 'A red kite' }
    expect(body).toEqual({
      created: expect.any(Number),
      background: 'opaque',
      output_format: 'webp',
      quality: 'low',
      size: '64x64',
      usage: {
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
        input_tokens_details: { text_tokens: expect.any(Number), image_tokens: 0 },
        output_tokens_details: { text_tokens: 0, image_tokens: expect.any(Number) },
      },
      data: [image, image],
    })
    const { data } = ImagesReply.parse(body)
    const bytes = Buffer.from(data[1]?.b64_json ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64 })
    expect(await customer.money()).toEqual({ balance: '4.990000', held: '0.000000' })
    expect(await customer.rows()).toMatchObject([{ task_id: id, status: 'success', cost: '0.010000' }])
    const polled = await call('GET', one(id), { key: customer.key })
    expect(ImageTask.parse(polled.body).data[1]?.b64_json).toBe(data[1]?.b64_json)
  })

  it('links if requested; an image with transparent pixels is reported as transparent', async () => {
    const answer = post({ response_format: 'url', background: 'transparent' })
    await drawn()
    expect((await answer).body).toMatchObject({
      background: 'transparent',
      output_format: 'png',
      data: [{ url: expect.stringMatching(/^http:\/\/localhost:3000\/media\/obj_[0-9a-f]{40}$/) }],
    })
  })

  it('maps OpenAI’s older values of quality', async () => {
    const answer = post({ quality: 'hd', style: 'vivid' })
    await drawn()
    expect((await answer).body).toMatchObject({ quality: 'high' })
  })

  it('the bytes if the image could not be stored, also for a retry', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = post({ response_format: 'url' }, headers)
    const [id = ''] = await made()
    vi.spyOn(storage(), 'put').mockRejectedValue(new StorageError('away'))
    await work(id)
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 16 * 60_000))
    await work(id)
    const { data } = ImagesReply.parse((await answer).body)
    expect(data).toEqual([{ b64_json: expect.any(String), revised_prompt: 'A red kite' }])
    expect((await post({ response_format: 'url' }, headers)).body).toMatchObject({ data })
  })

  it('works with OpenAI’s client, also as a stream with an event for each image', async () => {
    const settings = { ...ask(), quality: 'low', n: 2, moderation: 'low', partial_images: 0 } as const
    const whole = client().images.generate({ ...settings, background: 'opaque' })
    const id = await drawn()
    const { data, usage } = await whole
    expect(data).toHaveLength(2)
    expect(usage?.input_tokens_details.image_tokens).toBe(0)
    const streamed = client().images.generate({ ...settings, stream: true })
    const [next = ''] = (await made(2)).filter((other) => other !== id)
    await work(next)
    const events: OpenAI.ImageGenStreamEvent[] = []
    for await (const event of await streamed) events.push(event)
    const event = {
      type: 'image_generation.completed',
      b64_json: data?.[0]?.b64_json,
      created_at: expect.any(Number),
      background: 'opaque',
      output_format: 'png',
      quality: 'low',
      size: '64x64',
      usage: { total_tokens: 0, input_tokens_details: { text_tokens: 0 } },
    }
    expect(events).toMatchObject([event, { ...event, b64_json: data?.[1]?.b64_json, usage }])
  })

  it.each([
    ['content_policy_violation', 400, 'invalid_request_error'],
    ['upstream_timeout', 504, 'upstream_timeout'],
  ])('a task that fails with %s: its code, %i, and nothing is paid', async (code, status, type) => {
    for (const stream of [false, true]) {
      customer = await newCustomer()
      const answer = post({ prompt: `A storm [[fail:${code}]]`, stream })
      const id = await drawn()
      const refused = await answer
      expect(refused).toMatchObject({
        status,
        body: { error: { code, type, param: null, metadata: { task_id: id } } },
      })
      expect(refused.headers.get('x-portico-task')).toBe(id)
      expect(await customer.money()).toEqual({ balance: '5.000000', held: '0.000000' })
    }
  })

  it.each(['cancelled', 'deleted'])('409 for a task that is %s meanwhile, and no second try', async (how) => {
    const answer = post()
    const [id = ''] = await made()
    if (how === 'cancelled') await call('POST', `${one(id)}/cancel`, { key: customer.key })
    else await call('DELETE', `/api-account/user/images/${id}`, { key: customer.accountKey })
    const { status, body, headers } = await answer
    expect(body).toMatchObject({ error: { code: 'task_cancelled', metadata: { task_id: id } } })
    expect(status).toBe(409)
    expect(headers.get('x-should-retry')).toBe('false')
  })

  it('504 with the task’s id after the maximum wait; the task continues', async () => {
    const { IMAGE_WAIT_SECONDS } = env()
    Object.assign(env(), { IMAGE_WAIT_SECONDS: 0.2 })
    const answer = await post()
    const streamed = await raw({ stream: true })
    Object.assign(env(), { IMAGE_WAIT_SECONDS })
    const [, id = ''] = (await listed()).map((task) => task.id)
    const error = { code: 'task_still_running', type: 'upstream_timeout', metadata: { task_id: id } }
    expect(answer).toMatchObject({ status: 504, body: { error } })
    expect(answer.headers.get('x-portico-task')).toBe(id)
    expect(answer.headers.get('x-should-retry')).toBe('false')
    expect(streamed.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await streamed.text()).toMatch(
      /^: keep-alive\n\nevent: error\ndata: {"error":{.*"task_still_running".*}}\n\n$/,
    )
    await work(id)
    expect(await readImage(customer.owner, id)).toMatchObject({ status: 'completed', images: [{}] })
  })

  it.each([false, true])('a client that disconnects loses nothing (stream: %s)', async (stream) => {
    const leaving = new AbortController()
    const answer = raw({ stream }, leaving.signal).catch((error: unknown) => error)
    const [id = ''] = await made()
    leaving.abort()
    await answer
    await work(id)
    expect(await readImage(customer.owner, id)).toMatchObject({ status: 'completed', images: [{}] })
    expect(await customer.money()).toEqual({ balance: '4.995000', held: '0.000000' })
  })

  it('a retry with the same Idempotency-Key gets the same task, even if that can no longer be read', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const twenty = Promise.all(Array.from({ length: 20 }, () => post({}, headers)))
    const id = await drawn()
    const all = await twenty
    expect(all.map(({ status, headers }) => [status, headers.get('x-portico-task')])).toEqual(
      all.map(() => [200, id]),
    )
    await pool.query('UPDATE image_tasks SET expires_at = now() WHERE id = $1', [id])
    const again = await post({}, headers)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(all[0]?.body)
    expect(await post({ n: 2 }, headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_conflict', param: 'Idempotency-Key' } },
    })
    expect(await customer.money()).toEqual({ balance: '4.995000', held: '0.000000' })
    const alone = await call('POST', create, { key: customer.key, json: ask({ prompt: 'Other' }), headers })
    expect(alone).toMatchObject({ status: 200, body: { id: expect.not.stringMatching(id) } })
  })

  it('never returns another customer’s task, whatever the key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = post({}, headers)
    const id = await drawn()
    await answer
    customer = await newCustomer()
    const other = post({}, headers)
    expect(await drawn()).not.toBe(id)
    expect((await other).headers.get('x-portico-task')).not.toBe(id)
  })

  it('notices the end of a task although the node lost its connection', async () => {
    const answer = post()
    const [id] = await made()
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'portico-notify' AND datname = current_database()`)
    await pool.query(
      `UPDATE image_tasks SET status = 'cancelled', finished_at = now(), expires_at = now(), settlement = '{"kind":"release"}'
        WHERE id = $1`,
      [id],
    )
    expect(await answer).toMatchObject({ status: 409, body: { error: { code: 'task_cancelled' } } })
  })

  it('many waiting requests do not block the database for others', async () => {
    const count = env().DATABASE_POOL * 2
    const answers = Promise.all(Array.from({ length: count }, () => post()))
    const ids = await made(count)
    for (const id of ids) await call('POST', `${one(id)}/cancel`, { key: customer.key })
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([409]))
  })

  it.each([
    ['a field of OpenAI’s that is not served', { style: 'natural' }, 'style'],
    ['partial images', { stream: true, partial_images: 2 }, 'partial_images'],
    ['another kind of answer', { response_format: 'jpeg' }, 'response_format'],
    ['links in a stream', { stream: true, response_format: 'url' }, 'response_format'],
    ['no images', { n: 0 }, 'n'],
    ['a transparent jpeg', { background: 'transparent', output_format: 'jpeg' }, 'background'],
  ])('400 that names the field: %s', async (_what, overrides, param) => {
    expect(await post(overrides)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param } },
    })
    expect(await listed()).toEqual([])
  })

  it('402, 403 and 404 before a task is created', async () => {
    const poor = await newCustomer('0.001')
    const key = await customer.keyWith({ allowed_models: ['sandbox/chat'] })
    const json = ask()
    const cases = [
      [{ key: poor.key, json }, 402, 'insufficient_quota'],
      [{ key, json }, 403, 'model_not_allowed'],
      [{ key: customer.key, json: ask({ model: 'acme/none' }) }, 404, 'model_not_found'],
    ] as const
    for (const [options, status, code] of cases)
      expect(await call('POST', path, options)).toMatchObject({ status, body: { error: { code } } })
    expect(await listed()).toEqual([])
  })
})
