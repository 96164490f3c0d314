import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as notification from '@/app/(api)/api/video-nudges/[id]/[secret]/route'
import * as record from '@/app/(api)/api-account/user/videos/[id]/route'
import * as history from '@/app/(api)/api-account/user/videos/route'
import * as models from '@/app/(api)/v1/videos/models/route'
import { ModelListReply } from '@/lib/catalog/models/schema'
import { openDoors } from '@/lib/http/testing'
import { CreatedVideo, VideoList, VideoTask } from '@/lib/media/videos/schema'
import { openStage } from '@/lib/media/videos/testing/stage'
import { prisma } from '@/lib/platform/db'
import { keepObject } from '@/lib/work/objects/keep-object'
import * as cancel from './[id]/cancel/route'
import * as one from './[id]/route'
import * as generations from './route'
import { image, invalidRequests, newPayingCustomer, publicImage, publicVideo } from './testing'

const path = '/v1/videos/generations'
const modules = {
  [path]: generations,
  [`${path}/[id]`]: one,
  [`${path}/[id]/cancel`]: cancel,
  '/v1/videos/models': models,
  '/api-account/user/videos': history,
  '/api-account/user/videos/[id]': record,
  '/api/video-nudges/[id]/[secret]': notification,
}
const { call, close } = await openDoors(modules)
beforeAll(openStage)
afterAll(close)

let key: string
let customerId: string
beforeEach(async () => {
  ;({ key, customerId } = await newPayingCustomer())
})

const body = { model: 'sandbox/video', prompt: 'A lighthouse at dusk' }

describe('videos', () => {
  const post = (json: object, headers = {}) => call('POST', path, { key, json, headers })

  it('creates a task: 200, queued, with its defaults', async () => {
    const { status, body: reply } = await post(body)
    expect(status).toBe(200)
    expect(CreatedVideo.strict().parse(reply)).toMatchObject({
      id: expect.stringMatching(/^vgen_[0-9a-z]{26}$/),
      status: 'queued',
      model: 'sandbox/video',
      input_type: 'text',
      ratio: '16:9',
      resolution: '720p',
      duration: 5,
    })
  })

  it('shows whole seconds for a video requested by frames', async () => {
    const { id, duration } = CreatedVideo.parse((await post({ ...body, frames: 35, duration: 9 })).body)
    expect(duration).toBe(1)
    const polled = VideoTask.strict().parse((await call('GET', `${path}/${id}`, { key })).body)
    expect(polled).toMatchObject({ duration: 1, frames: 35 })
  })

  it('can be polled and listed, newest first', async () => {
    const ids = []
    for (let count = 0; count < 3; count += 1) ids.unshift(CreatedVideo.parse((await post(body)).body).id)
    const polled = await call('GET', `${path}/${ids[0]}`, { key })
    expect(polled.status).toBe(200)
    expect(polled.headers.get('retry-after')).toBe('5')
    expect(VideoTask.strict().parse(polled.body)).toMatchObject({ id: ids[0], status: 'queued', error: null })
    const first = VideoList.parse((await call('GET', `${path}?limit=2`, { key })).body)
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first).toMatchObject({ has_more: true, first_id: ids[0], last_id: ids[1] })
    for (const rest of [`cursor=${first.next_cursor}`, `after=${ids[1]}`]) {
      const page = VideoList.parse((await call('GET', `${path}?limit=2&${rest}`, { key })).body)
      expect(page).toMatchObject({ data: [{ id: ids[2] }], has_more: false, next_cursor: '' })
    }
    const none = VideoList.parse((await call('GET', `${path}?status=completed`, { key })).body)
    expect(none).toMatchObject({ data: [], first_id: null, last_id: null })
  })

  it.each([
    ['limit=1e1', 'limit', 'invalid_parameter'],
    ['status=done', 'status', 'invalid_parameter'],
    ['cursor=nonsense', 'cursor', 'invalid_cursor'],
    ['after=vgen_nonsense', 'after', 'invalid_cursor'],
  ])('refuses to list by %s: 400', async (query, param, code) => {
    expect(await call('GET', `${path}?${query}`, { key })).toMatchObject({
      status: 400,
      body: { error: { param, code } },
    })
  })

  it.each(invalidRequests)('refuses a wrong %s by name: 400 %j', async (param, change) => {
    const answer = await post({ ...body, ...change })
    expect(answer).toMatchObject({ status: 400, body: { error: { param } } })
    expect(await prisma.videoTask.count({ where: { customerId } })).toBe(0)
  })

  it('refuses a data: URL of any length with a hint', async () => {
    const answer = await post({ ...body, content: [image(`data:image/png;base64,${'A'.repeat(5000)}`)] })
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('send its https URL') } })
  })

  it('accepts input_has_video only if it agrees with the content', async () => {
    for (const [input_has_video, content] of [
      [true, [publicVideo]],
      [false, [publicImage()]],
      [false, []],
      [null, [publicVideo]],
    ])
      expect((await post({ ...body, input_has_video, content })).status).toBe(200)
  })

  it('accepts web search on models that support it: as a list or a single tool', async () => {
    for (const tools of [[{ type: 'web_search' }], { type: 'web_search' }, []])
      expect((await post({ ...body, tools })).status).toBe(200)
  })

  it('reports the input type', async () => {
    const kindOf = async (content: object[]) =>
      CreatedVideo.parse((await post({ ...body, content })).body).input_type
    expect(await kindOf([{ type: 'text', text: 'in the rain' }])).toBe('text')
    expect(await kindOf([publicImage()])).toBe('first_frame')
    expect(await kindOf([publicImage('first_frame'), publicImage('last_frame')])).toBe('first_last_frame')
    expect(await kindOf([publicImage('reference_image')])).toBe('reference')
  })

  it('replaces a lone surrogate in the prompt, which PostgreSQL cannot store', async () => {
    const half = 'a kite \ud83d'
    const content = [{ type: 'text', text: half }, image(`https://1.1.1.1/${half.at(-1)}`)]
    const { status, body: reply } = await post({ ...body, prompt: half, content, safety_identifier: half })
    expect(status).toBe(200)
    const { id } = CreatedVideo.parse(reply)
    const kept = await call('GET', `/api-account/user/videos/${id}`, { key })
    expect(kept.body).toMatchObject({ prompt: 'a kite \ufffd\na kite \ufffd' })
    expect((await call('GET', '/api-account/user/videos?q=%00', { key })).status).toBe(400)
  })

  it("takes the customer's own objects, and nobody else's", async () => {
    const object = {
      body: Buffer.from('x'),
      mimeType: 'image/png',
      expiresAt: new Date(Date.now() + 3_600_000),
    }
    const own = await keepObject({ customerId, ...object })
    const foreign = await keepObject({ customerId: 'cus_other', ...object })
    expect((await post({ ...body, content: [image(own.url)] })).status).toBe(200)
    const refused = await post({ ...body, content: [image(foreign.url)] })
    expect(refused).toMatchObject({ status: 400, body: { error: { param: 'content' } } })
  })

  it('returns the same task for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await post(body, headers), await post(body, headers)]
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const third = await call('POST', `${path}/`, { key, json: body, headers })
    expect(third.body).toEqual(first.body)
    expect(await post({ ...body, seed: 1 }, headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_conflict' } },
    })
  })

  it('creates no second one after a crash that lost the recorded answer', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { body: first } = await post({ ...body, frames: 48 }, headers)
    await prisma.idempotencyRecord.deleteMany({ where: { customerId } })
    expect((await post({ ...body, frames: 48 }, headers)).body).toEqual(first)
    expect(await prisma.videoTask.count({ where: { customerId } })).toBe(1)
    const other = await newPayingCustomer()
    const foreign = await call('POST', path, { key: other.key, json: { ...body, frames: 48 }, headers })
    expect(CreatedVideo.parse(foreign.body).id).not.toBe(CreatedVideo.parse(first).id)
  })

  it('refuses a request that the balance does not cover: 402', async () => {
    ;({ key, customerId } = await newPayingCustomer(1000n))
    expect(await post(body)).toMatchObject({
      status: 402,
      body: { error: { code: 'insufficient_quota', metadata: { limit_source: 'balance' } } },
    })
  })

  it('refuses an unknown model: 404', async () => {
    expect(await post({ ...body, model: 'acme/film' })).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found', param: 'model' } },
    })
  })

  it("answers another's task as one that is not there: 404", async () => {
    const { id } = CreatedVideo.parse((await post(body)).body)
    const other = await newPayingCustomer()
    for (const [method, suffix] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      const foreign = await call(method, `${path}/${id}${suffix}`, { key: other.key })
      const unknown = await call(method, `${path}/vgen_unknown${suffix}`, { key: other.key })
      expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'task_not_found' } } })
      const { request_id: _, ...error } = Object(Reflect.get(Object(unknown.body), 'error'))
      expect(foreign.body).toMatchObject({ error })
    }
  })

  it('cancels once: 200, then 409', async () => {
    const { id } = CreatedVideo.parse((await post(body)).body)
    const first = await call('POST', `${path}/${id}/cancel`, { key })
    expect(first).toMatchObject({ status: 200, body: { id, status: 'cancelled', cost: '0.000000' } })
    expect(await call('POST', `${path}/${id}/cancel`, { key })).toMatchObject({
      status: 409,
      body: { error: { code: 'task_not_cancellable' } },
    })
  })

  it('lists the models that make videos', async () => {
    const list = ModelListReply.parse((await call('GET', '/v1/videos/models', { key })).body)
    expect(list.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['sandbox/video', 'sandbox/video-fast']),
    )
    expect(list.data.every(({ modality, object }) => modality === 'video' && object === 'model')).toBe(true)
  })

  it('refuses a notification with an unknown link: 404', async () => {
    const { id } = CreatedVideo.parse((await post(body)).body)
    for (const at of [`${id}/guess`, 'vgen_unknown/guess'])
      expect((await call('POST', `/api/video-nudges/${at}`, { json: {} })).status).toBe(404)
  })
})
