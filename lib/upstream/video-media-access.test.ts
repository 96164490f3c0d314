import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-error'
import type { ObjectStorage } from '@/lib/platform/storage/object-storage'
import { videoMediaAccess } from './video-media-access'

const signal = new AbortController().signal
const answer = (status: number, text: string) => ({
  status,
  headers: {},
  body: Readable.from([Buffer.from(text)]),
  bytes: async () => Buffer.from(text),
  discard: () => undefined,
})

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
  fetch: async (url) => {
    if (url.includes('private'))
      throw new OutboundError('refused', 'The URL must resolve to public addresses only.')
    return url.includes('gone') ? answer(404, '') : answer(200, 'picture')
  },
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
  it('fetches links and opens our own objects', async () => {
    expect((await read({ link: 'https://pictures.example/a.png' })).toString()).toBe('picture')
    expect((await read({ objectKey: 'videos/a', mimeType: 'video/mp4' })).toString()).toBe('abcdef')
  })

  it.each([
    ['a host that refuses', { link: 'https://gone.example/a.png' }],
    ['an address that is not public', { link: 'https://private.example/a.png' }],
    ['an object that is not there', { objectKey: 'videos/b', mimeType: 'video/mp4' }],
  ])('says that %s kept an input away', async (_name, source) => {
    await expect(read(source)).rejects.toMatchObject({
      fault: 'rejected',
      code: 'input_download_failed',
      param: 'content',
    })
  })

  it('follows a link that has moved, as upstreams that fetch for themselves do', async () => {
    vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1')
    const host = createServer((request, response) => {
      if (request.url === '/moved') response.end('picture')
      else response.writeHead(302, { location: request.url === '/in' ? 'http://10.0.0.1/' : '/moved' }).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void host.close())
    await once(host, 'listening')
    const address = host.address()
    if (address === null || typeof address === 'string') throw new Error('not a port')
    const link = (path: string) => ({ link: `http://127.0.0.1:${address.port}${path}` })
    const limits = { maxBytes: 100, signal }
    expect(String(await videoMediaAccess().read(link('/a'), limits))).toBe('picture')
    await expect(videoMediaAccess().read(link('/in'), limits)).rejects.toMatchObject({
      code: 'input_download_failed',
    })
  })

  it('reads no more than it may', async () => {
    await expect(read({ objectKey: 'videos/a', mimeType: 'video/mp4' }, 5)).rejects.toMatchObject({
      code: 'input_download_failed',
    })
  })
})

it('links our own objects only where the link leads somewhere public', async () => {
  expect(await access.link('videos/a', 60)).toBe('https://store.example/videos/a?for=60')
  expect(await access.link('hidden/a', 60)).toBeNull()
})
