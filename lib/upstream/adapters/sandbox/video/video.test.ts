import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChildTaskError } from '@/lib/platform/child-tasks/child-pool'
import { clock } from '@/lib/platform/clock'
import type { VideoCall, VideoModel, VideoStatus } from '@/lib/upstream/contract/video-model'
import { mediaStub, videoCall } from '@/lib/upstream/testing/video-call'
import type { MadeFilm, RenderJob } from './order'
import type { RenderFilm } from './queue'
import { createSandboxVideo } from './video'

const signal = new AbortController().signal

/** Renders as the test says: films are finished, failed and watched by hand. */
function scriptedRender() {
  const begun: {
    job: RenderJob
    finish: () => void
    fail: (error: Error) => void
    report: (share: number) => void
    die: (deaths: number) => Promise<void>
    deaths: number
    signal: AbortSignal
  }[] = []
  const render: RenderFilm = (job, options) =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(options.signal.reason))
      begun.push({
        job,
        finish: () => resolve(film(job)),
        fail: reject,
        report: (share) => options.onProgress?.(share),
        die: async (deaths) => options.onDeath?.(deaths),
        deaths: options.deaths ?? 0,
        signal: options.signal,
      })
    })
  return { begun, render }
}

function film({ order }: RenderJob): MadeFilm {
  return {
    state: 'made',
    ratio: '16:9',
    frames: 120,
    video: new Uint8Array([1, 2, 3]),
    lastFrame: order.returnLastFrame ? new Uint8Array([9]) : null,
  }
}

let folder: string
let now: number
let script: ReturnType<typeof scriptedRender>
let video: VideoModel

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'portico-films-')), 'films')
  now = Date.UTC(2026, 10, 21)
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
  script = scriptedRender()
  video = process1()
})

const media = mediaStub({ 'https://a.example/a.png': Buffer.from('a picture') })
const process1 = (more: { folder?: string; slots?: number } = {}) =>
  createSandboxVideo({ folder, media, render: script.render, slots: 1, ...more })

async function start(prompt: string, more: Partial<VideoCall> = {}): Promise<string> {
  return (await video.start(videoCall({ model: 'video', prompt, ...more }))).handle
}

/** Once the disk has answered. */
async function become(handle: string, state: VideoStatus['state'], model = video): Promise<VideoStatus> {
  await expect.poll(async () => (await model.status(handle, signal)).state).toBe(state)
  return model.status(handle, signal)
}

const begun = (count: number) => expect.poll(() => script.begun).toHaveLength(count)

describe('a film', () => {
  it('is accepted at once, reports its progress, and ends with its usage', async () => {
    const handle = await start('A lighthouse', { returnLastFrame: true })
    await begun(1)
    expect(await video.status(handle, signal)).toEqual({ state: 'running', progress: 0 })
    script.begun[0]?.report(0.42)
    expect(await video.status(handle, signal)).toEqual({ state: 'running', progress: 42 })
    script.begun[0]?.finish()
    expect(await become(handle, 'succeeded')).toEqual({
      state: 'succeeded',
      result: {
        video: { bytes: Buffer.from([1, 2, 3]), mimeType: 'video/mp4' },
        lastFrame: { bytes: Buffer.from([9]), mimeType: 'image/png' },
        fps: 24,
        durationSeconds: 5,
        resolution: '720p',
        ratio: '16:9',
        seed: expect.any(Number),
        usage: { completionTokens: 108_900, totalTokens: 108_900 },
      },
    })
  })

  it('waits in line while there is no place', async () => {
    const handles = [await start('One'), await start('Two')]
    await begun(1)
    expect(await video.status(handles[1] ?? '', signal)).toEqual({ state: 'queued', progress: 0 })
    script.begun[0]?.finish()
    await begun(2)
    script.begun[1]?.finish()
    for (const handle of handles) await become(handle, 'succeeded')
  })

  it('outlives the process that accepted it: the next process continues from the handle alone', async () => {
    const handle = await start('A kite', {
      media: [{ type: 'image', role: 'first_frame', source: { link: 'https://a.example/a.png' } }],
    })
    await begun(1)
    const after = process1({ folder: join(folder, 'elsewhere') })
    expect((await after.status(handle, signal)).state).toBe('queued')
    await begun(2)
    expect(script.begun[1]?.job).toEqual(script.begun[0]?.job)
    expect(script.begun[1]?.job.media[0]?.bytes).toEqual(Buffer.from('a picture'))
    script.begun[1]?.finish()
    await become(handle, 'succeeded', after)
  })

  it('that is finished is available to every process of the machine, without rendering it again', async () => {
    const handle = await start('A kite')
    await begun(1)
    script.begun[0]?.finish()
    await become(handle, 'succeeded')
    expect((await process1().status(handle, signal)).state).toBe('succeeded')
    expect(script.begun).toHaveLength(1)
  })

  it('expires if no process rendered it in time', async () => {
    const handle = await start('A kite', { executionExpiresAfterSeconds: 3600 })
    await begun(1)
    now += 3_601_000
    expect(await video.status(handle, signal)).toEqual({ state: 'expired' })
    expect(script.begun[0]?.signal.aborted).toBe(true)
  })

  it('waits for its turn where it may: flex', async () => {
    const handle = await start('A kite', { serviceTier: 'flex' })
    expect(await video.status(handle, signal)).toEqual({ state: 'queued', progress: 0 })
    expect(script.begun).toHaveLength(0)
    now += 21_000
    await video.status(handle, signal)
    await begun(1)
  })

  it('fails with the error of the process, and if the process dies', async () => {
    const lost = await start('A kite', {
      media: [{ type: 'image', role: 'first_frame', source: { link: 'https://gone.example/' } }],
    })
    expect(await become(lost, 'failed')).toMatchObject({ code: 'input_download_failed', isRetryable: false })
    const broken = await start('A drum')
    await begun(1)
    script.begun[0]?.fail(new Error('out of memory'))
    expect(await become(broken, 'failed')).toMatchObject({ code: 'upstream_error', isRetryable: true })
  })

  it.each([
    ['died', 'internal_error'],
    ['too_slow', 'upstream_timeout'],
  ] as const)(
    'fails for good where its process %s: it is not begun again after a restart',
    async (reason, code) => {
      const handle = await start('A kite')
      await begun(1)
      script.begun[0]?.fail(new ChildTaskError(reason, 'as told'))
      expect(await become(handle, 'failed')).toMatchObject({ code, isRetryable: false })
      expect((await process1().status(handle, signal)).state).toBe('failed')
      expect(script.begun).toHaveLength(1)
    },
  )

  it('whose process died is known for it after a restart', async () => {
    const handle = await start('A kite')
    await begun(1)
    await script.begun[0]?.die(1)
    await process1().status(handle, signal)
    await begun(2)
    expect(script.begun.map(({ deaths }) => deaths)).toEqual([0, 1])
  })

  it('is unknown under a handle that is none', async () => {
    await expect(video.status('film2.nonsense', signal)).rejects.toMatchObject({
      fault: 'rejected',
      status: 404,
    })
    await expect(video.cancel('cgt-1', signal)).rejects.toMatchObject({ fault: 'rejected' })
  })
})

describe('cancelling', () => {
  it('stops what waits and what runs, for every process', async () => {
    const running = await start('One')
    const waiting = await start('Two')
    await begun(1)
    expect(await video.cancel(waiting, signal)).toBe('gone')
    expect(await video.cancel(running, signal)).toBe('gone')
    expect(script.begun[0]?.signal.aborted).toBe(true)
    for (const handle of [running, waiting]) {
      expect(await video.status(handle, signal)).toEqual({ state: 'cancelled' })
      expect(await process1().status(handle, signal)).toEqual({ state: 'cancelled' })
    }
    expect(script.begun).toHaveLength(1)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('comes too late for a finished film', async () => {
    const handle = await start('One')
    await begun(1)
    script.begun[0]?.finish()
    await become(handle, 'succeeded')
    expect(await video.cancel(handle, signal)).toBe('runs')
    expect((await video.status(handle, signal)).state).toBe('succeeded')
  })
})

describe('knobs', () => {
  it('[[status]] answers the start', async () => {
    await expect(start('A kite [[status:429]]')).rejects.toMatchObject({
      fault: 'rate_limited',
      retryAfterSeconds: 1,
    })
    await expect(start('A kite [[status:500]]')).rejects.toMatchObject({ fault: 'failed' })
  })

  it('[[fail]] fails the task, after its [[delay]]', async () => {
    const handle = await start('A kite [[fail:content_policy_violation]] [[delay:2s]]')
    expect(await video.status(handle, signal)).toEqual({ state: 'running', progress: 0 })
    now += 2_000
    expect(await video.status(handle, signal)).toMatchObject({
      state: 'failed',
      code: 'content_policy_violation',
      isRetryable: false,
    })
    expect(existsSync(folder)).toBe(false)
  })

  it('[[delay]] holds back a finished film', async () => {
    const handle = await start('A kite [[delay:30s]]')
    await begun(1)
    script.begun[0]?.finish()
    await expect.poll(() => video.status(handle, signal)).toEqual({ state: 'running', progress: 99 })
    now += 30_000
    await become(handle, 'succeeded')
  })

  it('[[hang]] never ends by itself', async () => {
    const handle = await start('A kite [[hang]]')
    now += 60_000
    expect(await video.status(handle, signal)).toEqual({ state: 'running', progress: 50 })
    expect(await video.cancel(handle, signal)).toBe('gone')
    expect(await video.status(handle, signal)).toEqual({ state: 'cancelled' })
    expect(script.begun).toHaveLength(0)
  })
})
