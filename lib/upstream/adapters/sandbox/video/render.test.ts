import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { type VideoRatio, videoPixels, videoRatios } from '@/lib/upstream/video-pixels'
import { childrenOf, commandOf } from '@/scripts/steps/processes.mjs'
import { filmOrder, wavOf } from '../testing/films'
import { renderInChild } from './desk'
import { measureFilm } from './film'
import type { RenderJob } from './order'

/** A thread, an encoder and a busy machine. */
const SLOW = 240_000
const never = new AbortController().signal

const render = (order: Partial<RenderJob['order']>, media: RenderJob['media'] = [], signal = never) =>
  renderInChild({ order: filmOrder(order), media }, { signal, onProgress: () => undefined })

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
      expect(await video.getColorSpace()).toMatchObject({ matrix: 'bt709', fullRange: false })
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
      expect(film.ending).toMatchObject({ state: 'made', ratio, resolution, frames, fps: 24 })
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
      await expect(render({ frames: 2 }, media)).rejects.toMatchObject({
        fault: 'rejected',
        code: 'invalid_input',
      })
    },
    SLOW,
  )
})

describe('render in child', () => {
  /** Two processes, an encoder and a busy machine. */
  const SLOW = 240_000
  const { signal } = new AbortController()
  const job = { order: filmOrder({ frames: 30 }), media: [] }

  function filmChild(): number {
    const pid = childrenOf(process.pid).find((child) => commandOf(child).includes('film-child'))
    if (pid === undefined) throw new Error('no film is being made')
    return pid
  }

  it.each(['SIGKILL', 'SIGSEGV', 'SIGTRAP'] as const)(
    'a film whose process ends by %s in its middle is made at the second attempt, and costs nothing else',
    async (by) => {
      const deaths: number[] = []
      const film = await renderInChild(job, {
        signal,
        onProgress: (share) => {
          if (share > 0.3 && deaths.length === 0) process.kill(filmChild(), by)
        },
        onDeath: async (count) => void deaths.push(count),
      })
      expect(deaths).toEqual([1])
      expect(film.ending).toMatchObject({ state: 'made', frames: 30 })
      expect(Buffer.from(film.video.subarray(4, 8)).toString()).toBe('ftyp')
    },
    SLOW,
  )
})
