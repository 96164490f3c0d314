import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { CreateVideoRequest } from '@/lib/media/videos/schema'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { mediaStub, videoCall } from '@/lib/upstream/testing/video-call'
import { type VideoRatio, videoPixels, videoRatios } from '@/lib/upstream/video-pixels'
import { childrenOf, commandOf } from '@/scripts/steps/processes.mjs'
import { filmOrder, wavOf } from '../testing'
import { measureFilm } from './film'
import {
  type FilmEnding,
  filmIdOf,
  handleOf,
  type MadeFilm,
  orderFor,
  orderOf,
  type RenderJob,
} from './order'
import { FilmFiles, FilmQueue, type RenderFilm, renderInChild } from './queue'

describe('the queue', () => {
  /** A queue that begins no second film in a slot before `open` is called, and then ends each at once. */
  function newDesk(slots: number) {
    const begun: string[] = []
    const gate = Promise.withResolvers<void>()
    const render: RenderFilm = async ({ order }) => {
      begun.push(order.prompt)
      await gate.promise
      throw new Error('enough')
    }
    const files = new FilmFiles(mkdtempSync(join(tmpdir(), 'portico-films-')))
    // Of two that begin at once, the disk would decide which is first.
    files.countDeaths = async () => 0
    const queue = new FilmQueue({ files, media: mediaStub({}), render, slots })
    return {
      enqueue: (customerId: string, ...prompts: string[]) => {
        for (const prompt of prompts) queue.enqueue(prompt, filmOrder({ prompt, customerId }))
      },
      cancel: (prompt: string) => queue.cancel(prompt),
      begunInOrder: (expected: string[]) => {
        gate.resolve()
        return expect.poll(() => begun).toEqual(expected)
      },
    }
  }

  it('lets customers take turns, each in the order of their own films', async () => {
    const queue = newDesk(1)
    queue.enqueue('ann', 'a1', 'a2', 'a3', 'a4')
    queue.enqueue('bob', 'b1', 'b2')
    queue.enqueue('cid', 'c1')
    await queue.begunInOrder(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('gives a newcomer the next place, and not all that follow', async () => {
    const queue = newDesk(2)
    queue.enqueue('ann', 'a1', 'a2', 'a3', 'a4', 'a5')
    queue.enqueue('bob', 'b1', 'b2')
    await queue.begunInOrder(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5'])
  })

  it('passes over what was called off while it waited', async () => {
    const queue = newDesk(1)
    queue.enqueue('ann', 'a1', 'a2', 'a3')
    queue.cancel('a2')
    await queue.begunInOrder(['a1', 'a3'])
  })
})

const order = (more: Partial<VideoCall> = {}) => orderFor(videoCall({ model: 'video', ...more }))

describe('an order', () => {
  it('is read complete from its handle, by any process', () => {
    const accepted = order({
      prompt: '一只狐狸 🦊 '.repeat(500),
      cameraFixed: true,
      frames: 29,
      returnLastFrame: true,
    })
    expect(orderOf(handleOf(accepted))).toEqual(accepted)
    expect(filmIdOf(handleOf(accepted))).toMatch(/^[0-9a-f]{40}$/)
  })

  it.each(['', 'cgt-2026', 'film2.', 'film2.AAAA', `film2.${Buffer.from('{}').toString('base64url')}`])(
    '%j is no handle of ours',
    (handle) => {
      expect(() => orderOf(handle)).toThrow(UpstreamError)
    },
  )

  it('decides what the call leaves open, always alike', () => {
    expect(order({ seed: null }).seed).toBe(order({ seed: -1 }).seed)
    expect(order({ seed: 5 }).seed).toBe(5)
    for (let task = 0; task < 50; task++) {
      const { seed } = order({ seed: null, taskId: `vgen_${task}` })
      expect(CreateVideoRequest.shape.seed.parse(seed)).toBe(seed)
    }
    const chosen = order({ duration: -1 }).seconds
    expect(chosen).toBe(order({ duration: -1 }).seconds)
    expect(chosen).toBeGreaterThanOrEqual(4)
    expect(chosen).toBeLessThanOrEqual(8)
  })

  it('that finishes a draft keeps what the draft fixed', () => {
    const draft = order({
      isDraft: true,
      resolution: '480p',
      seed: 11,
      prompt: 'A draft',
      ratio: '1:1',
      duration: 3,
    })
    const finished = order({
      draftOf: handleOf(draft),
      resolution: '1080p',
      prompt: 'ignored',
      watermark: true,
    })
    expect(finished).toMatchObject({ prompt: 'A draft', seed: 11, ratio: '1:1', seconds: 3 })
    expect(finished).toMatchObject({ resolution: '1080p', watermark: true, isDraft: false })
  })
})

/** A thread, an encoder and a busy machine. */
const SLOW = 240_000
const never = new AbortController().signal

async function render(order: Partial<RenderJob['order']>, media: RenderJob['media'] = []): Promise<MadeFilm> {
  return made(await renderInChild({ order: filmOrder(order), media }, { signal: never }))
}

function made(ending: FilmEnding): MadeFilm {
  if (ending.state !== 'made') throw new Error(JSON.stringify(ending))
  return ending
}

async function open(film: Uint8Array) {
  const input = new Input({ source: new BufferSource(new Uint8Array(film)), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  if (video === null) throw new Error('no pictures')
  const times: number[] = []
  const keys: number[] = []
  for await (const packet of new EncodedPacketSink(video).packets()) {
    times.push(packet.timestamp)
    if (packet.type === 'key') keys.push(packet.timestamp)
  }
  return { input, video, times, keys, audio: await input.getPrimaryAudioTrack() }
}

describe('a film as a file', () => {
  it(
    'lasts exactly as long as asked, with sound, its index first, and its words about it',
    async () => {
      const film = await render({ seconds: 1, generateAudio: true, prompt: 'A fox in the snow' })
      const { input, video, times, audio } = await open(film.video)
      expect(times).toHaveLength(24)
      expect(await video.computeDuration()).toBe(1)
      expect(await input.computeDuration()).toBe(1)
      expect(video.codec).toBe('avc')
      expect([video.displayWidth, video.displayHeight]).toEqual([864, 496])
      expect(await video.getColorSpace()).toMatchObject({ matrix: 'smpte170m', fullRange: false })
      expect(audio?.codec).toBe('aac')
      expect(audio?.numberOfChannels).toBe(2)
      expect(await audio?.computeDuration()).toBeGreaterThan(0.9)
      const bytes = Buffer.from(film.video)
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
      const tags = await input.getMetadataTags()
      expect(tags).toMatchObject({ title: 'A fox in the snow', comment: 'Made by the sandbox of Portico' })
      expect(tags.images?.[0]?.mimeType).toBe('image/jpeg')
      expect(film.lastFrame).toBeNull()
    },
    SLOW,
  )

  it.each<[VideoRatio, '480p' | '720p', number]>([
    ['4:3', '720p', 5],
    ['21:9', '720p', 3],
    ['9:16', '480p', 7],
    ['1:1', '480p', 1],
  ])(
    'in %s at %s has its very pixels, and %i frames where so many are asked for',
    async (ratio, resolution, frames) => {
      const film = await render({ ratio, resolution, frames, returnLastFrame: true })
      const { video, times, audio } = await open(film.video)
      const size = videoPixels(resolution, ratio)
      expect({ width: video.displayWidth, height: video.displayHeight }).toEqual(size)
      expect(times).toEqual(Array.from({ length: frames }, (_, at) => expect.closeTo(at / 24, 3)))
      expect(audio).toBeNull()
      expect(film).toMatchObject({ ratio, frames })
      expect(
        Buffer.from(film.lastFrame ?? [])
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    },
    SLOW,
  )

  it(
    'names the frames that a player may jump to, one a second, and no others',
    async () => {
      const film = await render({ frames: 30, resolution: '480p' })
      expect((await open(film.video)).keys).toEqual([0, 1])
    },
    SLOW,
  )

  it('has the pixels of the table in every ratio and resolution', () => {
    for (const resolution of ['480p', '720p', '1080p'] as const)
      for (const ratio of videoRatios)
        expect(measureFilm(filmOrder({ resolution, ratio }), null)).toMatchObject(
          videoPixels(resolution, ratio),
        )
    expect(measureFilm(filmOrder({ seconds: 12 }), null)).toMatchObject({ frames: 288 })
    expect(measureFilm(filmOrder({ frames: 29 }), null)).toMatchObject({ frames: 29 })
  })
})

describe('references', () => {
  it(
    'a film and a sound are taken in; a film of the sandbox shows its cover',
    async () => {
      const before = await render({ frames: 4, resolution: '480p' })
      const media = [
        { role: 'reference_video' as const, bytes: before.video },
        { role: 'reference_audio' as const, bytes: wavOf(0.3) },
      ]
      const film = await render({ frames: 8, generateAudio: true }, media)
      expect((await open(film.video)).audio?.codec).toBe('aac')
    },
    SLOW,
  )

  it.each(['reference_video', 'reference_audio', 'first_frame'] as const)(
    'a %s that cannot be read is the order’s fault',
    async (role) => {
      const media = [{ role, bytes: Buffer.from('nothing of the kind') }]
      const job = { order: filmOrder({ frames: 2 }), media }
      expect(await renderInChild(job, { signal: never })).toMatchObject({
        state: 'failed',
        code: 'invalid_input',
        isRetryable: false,
      })
    },
    SLOW,
  )
})

describe('render in child', () => {
  /** Two processes, an encoder and a busy machine. */
  const SLOW = 240_000
  const { signal } = new AbortController()
  const job = { order: filmOrder({ frames: 12 }), media: [] }

  function filmChild(): number {
    const pid = childrenOf(process.pid).find((child) => commandOf(child).includes('film-child'))
    if (pid === undefined) throw new Error('no film is being made')
    return pid
  }

  // As WebAssembly ends one; child-pool.test.ts has the other ways.
  it(
    'a film whose process ends in its middle is made at the second attempt, and costs nothing else',
    async () => {
      const deaths: number[] = []
      let isKilled = false // what it has said by then is heard after its death
      const film = await renderInChild(job, {
        signal,
        onProgress: (share) => {
          if (share > 0.3 && !isKilled) process.kill(filmChild(), 'SIGTRAP')
          isKilled ||= share > 0.3
        },
        onDeath: async (count) => void deaths.push(count),
      })
      expect(deaths).toEqual([1])
      expect(film).toMatchObject({ state: 'made', frames: 12 })
      expect(Buffer.from(made(film).video.subarray(4, 8)).toString()).toBe('ftyp')
    },
    SLOW,
  )
})
