import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import type { ObjectStorage } from '@/lib/platform/storage/object-storage'
import { listen } from '@/lib/platform/testing/listen'
import { videoMediaAccess } from './video-media-access'
import {
  estimateVideoTokens,
  nearestRatio,
  pixelTables,
  videoPixels,
  videoRatios,
  videoResolutions,
} from './video-pixels'

const signal = new AbortController().signal
const store: Pick<ObjectStorage, 'get' | 'signGet'> = {
  get: async (key) =>
    key === 'videos/a'
      ? {
          sizeBytes: 6,
          contentType: 'video/mp4',
          etag: '"1"',
          body: Readable.from([Buffer.from('abc'), Buffer.from('def')]),
        }
      : null,
  signGet: async (key, { expiresInSeconds }) => `https://store.example/${key}?for=${expiresInSeconds}`,
}

const access = videoMediaAccess({
  checkUrl: async (url) => (url.includes('hidden') ? 'must be https' : undefined),
  storage: () => ({ ...unused, ...store }),
})

const unused: ObjectStorage = {
  put: () => Promise.reject(new Error('unused')),
  get: async () => null,
  head: async () => null,
  delete: async () => undefined,
  signPut: async () => '',
  signGet: async () => '',
  check: async () => undefined,
  sweepUnfinished: async () => undefined,
}

const read = (source: { link: string } | { objectKey: string; mimeType: string }, maxBytes = 100) =>
  access.read(source, { maxBytes, signal })

describe('reading media', () => {
  it('opens our own objects', async () => {
    expect((await read({ objectKey: 'videos/a', mimeType: 'video/mp4' })).toString()).toBe('abcdef')
  })

  it('reports a missing object as an unavailable input', async () => {
    await expect(read({ objectKey: 'videos/b', mimeType: 'video/mp4' })).rejects.toMatchObject({
      fault: 'rejected',
      code: 'input_download_failed',
      param: 'content',
    })
  })

  it('follows a link that has moved, as upstreams that fetch for themselves do', async () => {
    vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1')
    const origin = await listen(({ url }, response) => {
      if (url === '/moved') response.end('picture')
      else if (url === '/gone') response.writeHead(404).end()
      else response.writeHead(302, { location: url === '/in' ? 'http://10.0.0.1/' : '/moved' }).end()
    })
    expect(String(await read({ link: `${origin}/a` }))).toBe('picture')
    for (const [path, reason] of [
      ['/gone', 'The link returned status 404.'],
      ['/in', 'The URL must be https.'],
    ])
      await expect(read({ link: `${origin}${path}` })).rejects.toMatchObject({
        fault: 'rejected',
        code: 'input_download_failed',
        message: `An input could not be downloaded: ${reason}`,
      })
  })

  it('reads no more than it may', async () => {
    await expect(read({ objectKey: 'videos/a', mimeType: 'video/mp4' }, 5)).rejects.toMatchObject({
      code: 'input_download_failed',
    })
  })
})

it('links our own objects only if the link is public', async () => {
  expect(await access.link('videos/a', 60)).toBe('https://store.example/videos/a?for=60')
  expect(await access.link('hidden/a', 60)).toBeNull()
})

it('turns the table upright for upright ratios', () => {
  expect(videoPixels('720p', '16:9')).toEqual({ width: 1280, height: 720 })
  expect(videoPixels('720p', '9:16')).toEqual({ width: 720, height: 1280 })
  expect(videoPixels('480p', '16:9')).toEqual({ width: 864, height: 496 })
  expect(videoPixels('480p', '16:9', 'seedance-2.5')).toEqual({ width: 854, height: 480 })
  expect(videoPixels('1080p', '21:9', 'seedance-1.0')).toEqual({ width: 2176, height: 928 })
})

it.each(pixelTables)('gives even sides near the ratio in %s', (table) => {
  for (const resolution of videoResolutions)
    for (const ratio of videoRatios) {
      const size = videoPixels(resolution, ratio, table)
      expect([size.width % 2, size.height % 2]).toEqual([0, 0])
      expect(nearestRatio(size)).toBe(ratio)
    }
})

it.each([
  [1024, 1024, '1:1'],
  [4000, 3000, '4:3'],
  [1080, 1920, '9:16'],
  [3000, 900, '21:9'],
  [300, 750, '9:16'],
])('%i x %i adapts to %s', (width, height, ratio) => {
  expect(nearestRatio({ width, height })).toBe(ratio)
})

it('counts the tokens that upstreams bill', () => {
  const five = { resolution: '720p', ratio: '16:9', durationSeconds: 5, frames: null } as const
  expect(estimateVideoTokens(five)).toBe(108_900)
  expect(estimateVideoTokens({ ...five, frames: 29 })).toBe((1280 * 720 * 29) / 1024)
  expect(estimateVideoTokens({ ...five, inputVideoSeconds: 2 })).toBe((1280 * 720 * 169) / 1024)
  for (const ratio of videoRatios)
    expect(estimateVideoTokens({ ...five, ratio: 'adaptive' })).toBeGreaterThanOrEqual(
      estimateVideoTokens({ ...five, ratio }),
    )
})
