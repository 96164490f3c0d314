import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { readRecent } from '@/lib/money/usage/recent'
import { limitedKey } from '@/lib/money/usage/testing'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { readObjectByUrl } from '@/lib/work/objects/read-object'
import { createVideo } from './create-video'
import { listVideos, readVideo } from './history'
import type { VideoStatus } from './internal/task-record'
import { scripted } from './testing/scripted-registry'
import {
  createScripted,
  customerWith,
  money,
  openStage,
  play,
  request,
  rowOf,
  succeeded,
  TOKENS,
  turnOf,
} from './testing/stage'
import { sweepVideos } from './turns'

vi.mock('@/lib/upstream/registry', () => import('./testing/scripted-registry'))

beforeAll(openStage)

let caller: Caller
beforeEach(async () => {
  caller = await customerWith('5')
})

const read = async (id: string) => (await readVideo(caller, id)).value

describe('a video', () => {
  it("is created once if the database's answer was lost, and not if the statement was", async () => {
    const ask = pool.query.bind(pool)
    const breakOnce = (isWritten: boolean) =>
      vi.spyOn(pool, 'query').mockImplementationOnce(async (...asked: unknown[]) => {
        if (isWritten) await Reflect.apply(ask, pool, asked)
        throw new Error('Connection terminated unexpectedly')
      })
    breakOnce(true)
    const { id } = await createScripted(caller, { states: [] })
    expect(await read(id)).toMatchObject({ id, status: 'queued' })
    const before = await money(caller)
    breakOnce(false)
    await expect(createScripted(caller, { states: [] })).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(await money(caller)).toEqual(before)
    expect(await prisma.videoTask.count({ where: { customerId: caller.customerId } })).toBe(1)
  })

  it('is held, made, copied, billed by its usage, and linked for a while', async () => {
    const { id, prompt } = await createScripted(
      caller,
      {
        states: [
          { state: 'queued', progress: null },
          { state: 'running', progress: 40 },
          succeeded(Buffer.from('a film'), Buffer.from('its last frame')),
        ],
      },
      { return_last_frame: true, seed: 7 },
    )
    // w · h · (24 · 5 + 1) / 1024 tokens at $0.18 per million
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.019602' })
    expect(await readVideo(caller, id)).toMatchObject({ value: { status: 'queued' }, retryAfterSeconds: 5 })
    await turnOf(id)
    await turnOf(id)
    await turnOf(id)
    expect(await read(id)).toMatchObject({ status: 'processing', progress: 40, video_url: null, cost: null })
    await play(id)
    const { value: task, retryAfterSeconds } = await readVideo(caller, id)
    expect(retryAfterSeconds).toBeNull()
    expect(task).toMatchObject({
      status: 'completed',
      progress: 100,
      video_url_ttl: 3600,
      duration: 5,
      fps: 24,
      resolution: '720p',
      ratio: '16:9',
      usage: { completion_tokens: TOKENS, total_tokens: TOKENS },
      cost: '0.019602',
      error: null,
    })
    const video = await readObjectByUrl(caller.customerId, task.video_url ?? '')
    expect(video).toMatchObject({ sizeBytes: 6, mimeType: 'video/mp4', fileName: `${id}.mp4` })
    expect(await readObjectByUrl(caller.customerId, task.last_frame_url ?? '')).toMatchObject({
      sizeBytes: 14,
    })
    expect(Date.parse(task.expires_at) - Date.parse(task.completed_at ?? '')).toBeGreaterThan(29 * 86_400_000)
    expect(await money(caller)).toEqual({ balance: '4.980398', held: '0.000000' })
    expect(await readRecent(caller, (await rowOf(id)).meter.id, usageNames)).toMatchObject({
      task_id: id,
      modality: 'video',
      status: 'success',
      video_seconds: 5,
      bill: { lines: [{ item: 'video_token', quantity: TOKENS }], total: '0.019602' },
    })
    expect(scripted.callsFor(prompt)).toHaveLength(1)
    expect(scripted.callsFor(prompt)[0]).toMatchObject({ taskId: id, seed: 7, model: 'video', media: [] })
  })

  it('is refused without enough credit, and leaves no row', async () => {
    caller = await customerWith('0.01')
    await expect(createScripted(caller, { states: [succeeded()] })).rejects.toMatchObject({
      code: 'insufficient_quota',
    })
    expect(await prisma.videoTask.count({ where: { customerId: caller.customerId } })).toBe(0)
    expect(await money(caller)).toEqual({ balance: '0.010000', held: '0.000000' })
  })

  it('fails at no cost, with the reason, when the upstream refuses it', async () => {
    const refusal = new UpstreamError('rejected', {
      code: 'content_policy_violation',
      message: 'Not this one.',
    })
    const { id } = await createScripted(caller, { starts: [refusal], states: [] })
    await play(id)
    expect(await read(id)).toMatchObject({
      status: 'failed',
      cost: '0.000000',
      error: {
        code: 'content_policy_violation',
        message: 'Not this one.',
        type: 'invalid_request_error',
        param: null,
        retryable: false,
      },
    })
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('is started again only if the upstream is unreachable', async () => {
    const away = new UpstreamError('unreachable')
    const { id, prompt } = await createScripted(caller, {
      starts: [away, away, 'taken'],
      states: [succeeded()],
    })
    const row = await play(id)
    expect(await read(id)).toMatchObject({ status: 'completed' })
    expect(scripted.callsFor(prompt)).toHaveLength(3)
    const refused = {
      provider: 'sandbox',
      model: 'sandbox/video',
      code: 'upstream_unavailable',
      status: null,
    }
    expect((await readRecent(caller, row.meter.id, usageNames)).attempts).toMatchObject([
      refused,
      refused,
      { provider: 'sandbox', code: null, latency_ms: expect.any(Number) },
    ])
  })

  it('fails if no upstream accepts it for long', async () => {
    const { id } = await createScripted(caller, { starts: [new UpstreamError('rate_limited')], states: [] })
    await turnOf(id)
    expect(await read(id)).toMatchObject({
      status: 'queued',
      waiting_for: { code: 'upstream_rate_limited', message: expect.any(String) },
    })
    const row = await play(id)
    const { attempts } = await readRecent(caller, row.meter.id, usageNames)
    expect(attempts).toHaveLength(8)
    expect(new Set(attempts.map(({ code }) => code))).toEqual(new Set(['rate_limit_exceeded']))
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'upstream_rate_limited', retryable: true },
    })
  })

  it('is started again after a temporary failure, at most three times', async () => {
    const failed = {
      state: 'failed',
      code: 'upstream_error',
      message: 'Try again.',
      isRetryable: true,
    } as const
    const { id, prompt } = await createScripted(caller, { states: [failed] })
    await play(id)
    expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'upstream_error' } })
    expect(scripted.callsFor(prompt)).toHaveLength(3)
  })

  it('reports by its code whether a retry may succeed', async () => {
    const failed = { state: 'failed', message: 'No.', isRetryable: false } as const
    for (const [code, retryable] of [
      ['upstream_error', true],
      ['invalid_input', false],
    ] as const) {
      const { id, prompt } = await createScripted(caller, { states: [{ ...failed, code }] })
      await play(id)
      expect(await read(id)).toMatchObject({ status: 'failed', error: { code, retryable } })
      expect(scripted.callsFor(prompt)).toHaveLength(1)
    }
  })

  it('waits while the object storage is unreachable, and loses nothing', async () => {
    const { id } = await createScripted(caller, { states: [succeeded()] })
    const put = vi.spyOn(storage(), 'put').mockRejectedValue(new StorageError('away'))
    await turnOf(id)
    await turnOf(id)
    await turnOf(id)
    expect(await read(id)).toMatchObject({ status: 'processing', waiting_for: { code: 'storage_error' } })
    put.mockRestore()
    await play(id)
    expect(await read(id)).toMatchObject({ status: 'completed', cost: '0.019602', waiting_for: null })
  })

  it('waits while the upstream does not report its status', async () => {
    const { id } = await createScripted(caller, {
      states: [new UpstreamError('timeout'), new UpstreamError('failed'), succeeded()],
    })
    await turnOf(id)
    expect(await read(id)).toMatchObject({ waiting_for: null })
    await turnOf(id)
    expect(await read(id)).toMatchObject({ waiting_for: { code: 'upstream_error' } })
    await play(id)
    expect(await read(id)).toMatchObject({ status: 'completed' })
  })

  it('expires after its deadline; a later result of the upstream is not billed', async () => {
    const { id } = await createScripted(caller, { states: [{ state: 'running', progress: 1 }, succeeded()] })
    await turnOf(id)
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 172_801_000))
    await sweepVideos()
    expect(await read(id)).toMatchObject({ status: 'expired', error: { code: 'execution_expired' } })
    vi.restoreAllMocks()
    await play(id)
    expect(await read(id)).toMatchObject({ status: 'expired', video_url: null })
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('expires after 30 days, in lists too', async () => {
    const listed = async (status: VideoStatus) =>
      (await listVideos(caller, { limit: 20, status, cursor: '', after: '' })).data.map((task) => task.id)
    const { id } = await createScripted(caller, { states: [succeeded()] })
    await play(id)
    expect([await listed('completed'), await listed('expired')]).toEqual([[id], []])
    const row = await rowOf(id)
    vi.spyOn(clock, 'now').mockReturnValue(row.asset_expires_at ?? new Date(0))
    expect(await read(id)).toMatchObject({ status: 'expired', video_url: null })
    expect([await listed('completed'), await listed('expired')]).toEqual([[], [id]])
    await sweepVideos()
    vi.restoreAllMocks()
    expect([await listed('completed'), await listed('expired')]).toEqual([[], [id]])
    expect(await read(id)).toMatchObject({ status: 'expired', video_url: null, cost: '0.019602' })
  })

  it('keeps the ledger balanced', async () => {
    expect(await checkLedger()).toBe(0)
  })
})

describe('a fallback model of the key', () => {
  beforeEach(() => {
    const routing = { order: [], allowFallbacks: true, sort: null, models: ['sandbox/video'] }
    caller.apiKey = { ...limitedKey(null), routing }
  })

  const modelsOf = async (differs: object) => {
    const asked = request({ model: 'sandbox/video-fast', duration: 2, ...differs })
    return (await rowOf((await createVideo(caller, asked)).id)).routes.map(({ modelId }) => modelId)
  }

  it('is used if it accepts the same request, and is covered by the hold', async () => {
    const alone = await customerWith('5')
    await createVideo(alone, request({ model: 'sandbox/video-fast', duration: 2, resolution: '480p' }))
    expect(await modelsOf({ resolution: '480p' })).toEqual(['sandbox/video-fast', 'sandbox/video'])
    expect(Number((await money(caller)).held)).toBeGreaterThanOrEqual(Number((await money(alone)).held))
  })

  it('is not used if it does not support the same', async () => {
    const routing = { order: [], allowFallbacks: true, sort: null, models: ['sandbox/video-fast'] }
    if (caller.apiKey) caller.apiKey.routing = routing
    expect(await modelsOf({ model: 'sandbox/video', resolution: '1080p' })).toEqual(['sandbox/video'])
  })

  it('is not used if the key may not use it', async () => {
    if (caller.apiKey) caller.apiKey.allowedModels = ['sandbox/video-fast']
    expect(await modelsOf({ resolution: '480p' })).toEqual(['sandbox/video-fast'])
  })
})
