import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { callThrough, nodeDoorOf } from '@/lib/http/testing'
import { CreatedVideo, VideoTask } from '@/lib/media/videos/schema'
import { money as moneyOf, openStage, play, rowOf, turnOf } from '@/lib/media/videos/testing/stage'
import { grantCredit } from '@/lib/money/ledger/balance'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { readRecent } from '@/lib/money/usage/recent'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { falTasks, googleTasks, replicateTasks } from '@/lib/upstream/adapters/ai-sdk/testing/videos-at'
import { madeByKey } from '@/lib/upstream/registry'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type Answer, startFaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { readObjectByUrl } from '@/lib/work/objects/read-object'
import * as cancel from './[id]/cancel/route'
import * as one from './[id]/route'
import * as generations from './route'

/** One stand-in for all three vendors, and another host that keeps films for them. */
const vendor = await startFaultUpstream()
const films = await startFaultUpstream()
const KEY = 'a-secret-key-of-the-operator'
Object.assign(process.env, {
  GEMINI_API_KEY: KEY,
  GEMINI_BASE_URL: `${vendor.origin}/v1beta`,
  FAL_KEY: KEY,
  FAL_BASE_URL: vendor.origin,
  REPLICATE_API_TOKEN: KEY,
  REPLICATE_BASE_URL: vendor.baseUrl,
})
env().OUTBOUND_ALLOW = '127.0.0.1'

const path = '/v1/videos/generations'
const node = await nodeDoorOf({
  [path]: generations,
  [`${path}/[id]`]: one,
  [`${path}/[id]/cancel`]: cancel,
})
const call = callThrough(node.door)
afterAll(node.close)

beforeAll(openStage)
beforeAll(() => films.answer((res) => res.writeHead(200, { 'content-type': 'video/mp4' }).end('a film')))
afterAll(() => Promise.all([vendor.stop(), films.stop()]))

let key: string
let owner: Caller
beforeEach(async () => {
  vendor.requests.length = 0
  films.requests.length = 0
  owner = await newAccountOwner()
  const { customerId } = owner
  await grantCredit({ customerId, amountNanos: 5_000_000_000n, key: `grant:${customerId}` })
  key = (await createKey(owner, { name: 'test', scopes: ['inference'] })).key
})

const money = () => moneyOf(owner)

async function create(body: object): Promise<string> {
  const { status, body: reply } = await call('POST', path, { key, json: { prompt: 'A paper boat', ...body } })
  expect(status).toBe(200)
  return CreatedVideo.parse(reply).id
}
const read = async (id: string) => VideoTask.parse((await call('GET', `${path}/${id}`, { key })).body)
const bill = async (id: string) => (await readRecent(owner, (await rowOf(id)).meter.id, usageNames)).bill
const json = (body: unknown, status = 200) => answerWith.json(status, body)

/** Another process takes over: nothing is left of the adapters of this one. */
const restart = () => madeByKey.clear()

describe('Veo', () => {
  const link = () => `${vendor.origin}/v1beta/files/abc:download?alt=media`
  const google =
    (task: unknown): Answer =>
    (res, req) => {
      if (req.method === 'POST') return json(googleTasks.started)(res, req)
      if (!req.url?.includes('/files/')) return json(task)(res, req)
      const isOpen = req.headers['x-goog-api-key'] === KEY
      res.writeHead(isOpen ? 302 : 403, { location: `${films.origin}/film.mp4` }).end()
    }

  it('is held, survives a restart, is copied with the key, and is billed by seconds', async () => {
    vendor.answer(google(googleTasks.running))
    const id = await create({ model: 'google/veo-3.1-fast', resolution: '1080p', ratio: '9:16' })
    // The more expensive of the two who serve it: eight seconds at fal.
    expect(await money()).toEqual({ balance: '5.000000', held: '1.200000' })
    await turnOf(id)
    restart()
    await turnOf(id)
    expect(await read(id)).toMatchObject({ status: 'processing', duration: 8, cost: null })
    vendor.answer(google(googleTasks.succeeded(link())))
    const row = await play(id)
    const task = await read(id)
    expect(task).toMatchObject({
      status: 'completed',
      duration: 8,
      resolution: '1080p',
      ratio: '9:16',
      usage: { completion_tokens: 0, total_tokens: 0 },
      cost: '0.960000',
    })
    expect(await money()).toEqual({ balance: '4.040000', held: '0.000000' })
    expect(await bill(id)).toMatchObject({
      lines: [{ item: 'video_second_1080p_audio', quantity: 8, unit_price: '0.120000', amount: '0.960000' }],
      total: '0.960000',
      usage_source: 'estimated',
    })
    const film = await readObjectByUrl(owner.customerId, task.video_url ?? '')
    expect(film).toMatchObject({ sizeBytes: 6, mimeType: 'video/mp4' })
    expect(vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(films.requests.length).toBeGreaterThan(0)
    expect(films.requests.every(({ headers }) => headers['x-goog-api-key'] === undefined)).toBe(true)
    const { rows } = await pool.query('SELECT v::text AS row FROM video_tasks v WHERE id = $1', [row.id])
    expect(JSON.stringify([rows, task])).not.toContain(KEY)
  })

  it.each([
    ['duration', { duration: 5 }],
    ['duration', { duration: 4, resolution: '1080p' }],
    ['resolution', { resolution: '480p' }],
    ['generate_audio', { generate_audio: false }],
    ['ratio', { ratio: '1:1' }],
    ['seed', { seed: 7 }],
    ['frames', { frames: 57 }],
    ['watermark', { watermark: true }],
  ])('has no such %s: %o', async (param, body) => {
    const json = { model: 'google/veo-3.1', prompt: 'A paper boat', ...body }
    const { status, body: reply } = await call('POST', path, { key, json })
    expect(status).toBe(400)
    expect(reply).toMatchObject({ error: { code: 'invalid_parameter', param } })
  })

  it('fails at no cost when it is filtered', async () => {
    vendor.answer(google(googleTasks.filtered))
    const id = await create({ model: 'google/veo-3.1' })
    await play(id)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      cost: '0.000000',
      error: { code: 'content_policy_violation', retryable: false },
    })
    expect(await money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('cannot be cancelled there: a cancelled task that is finished anyway is billed', async () => {
    vendor.answer(google(googleTasks.running))
    const id = await create({ model: 'google/veo-3.1', duration: 4 })
    await turnOf(id)
    expect((await call('POST', `${path}/${id}/cancel`, { key })).body).toMatchObject({ status: 'cancelled' })
    await turnOf(id)
    expect(await money()).toEqual({ balance: '5.000000', held: '1.600000' })
    restart()
    vendor.answer(google(googleTasks.succeeded(link())))
    await play(id)
    expect(await read(id)).toMatchObject({ status: 'cancelled', cost: '1.600000', video_url: null })
    expect(await money()).toEqual({ balance: '3.400000', held: '0.000000' })
  })
})

describe('fal', () => {
  const fal =
    (result: unknown): Answer =>
    (res, req) => {
      if (req.method === 'POST') return json(falTasks.started(vendor.origin))(res, req)
      return json(req.url?.endsWith('/status') ? falTasks.completed : result)(res, req)
    }
  const filmOf = (duration: number) => ({
    video: { url: `${films.origin}/film.mp4`, content_type: 'video/mp4', duration, fps: 24 },
  })

  it.each([
    ['what was delivered', 4.4, 4, true, 'video_second_1080p_audio', 4.4, '0.616000'],
    ['no more than was asked for', 5.041, 5, false, 'video_second_1080p', 5, '0.350000'],
  ])('costs %s', async (_, delivered, duration, generate_audio, item, quantity, cost) => {
    vendor.answer(fal(filmOf(delivered)))
    const id = await create({ model: 'kling/kling-2.6-pro', generate_audio })
    await play(id)
    expect(await read(id)).toMatchObject({ status: 'completed', duration, cost })
    expect(await bill(id)).toMatchObject({
      lines: [{ item, quantity }],
      total: cost,
      usage_source: 'upstream',
    })
  })
})

describe('Replicate', () => {
  const replicate =
    (status: string): Answer =>
    (res, req) => {
      const isCancel = req.url?.endsWith('/cancel')
      json(replicateTasks.as(vendor.baseUrl, isCancel ? 'canceled' : status))(res, req)
    }

  it('is cancelled, and nothing is billed', async () => {
    vendor.answer(replicate('processing'))
    const id = await create({ model: 'kling/kling-2.5-turbo-pro', duration: 10 })
    await turnOf(id)
    await turnOf(id)
    expect(await money()).toEqual({ balance: '5.000000', held: '0.700000' })
    await call('POST', `${path}/${id}/cancel`, { key })
    restart()
    await play(id)
    expect(vendor.requests.some(({ path: asked }) => asked.endsWith('/cancel'))).toBe(true)
    expect(await read(id)).toMatchObject({ status: 'cancelled', cost: '0.000000' })
    expect(await money()).toEqual({ balance: '5.000000', held: '0.000000' })
  })
})

it('books everything twice over', async () => {
  expect(await checkLedger()).toBe(0)
})
