import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { nodeDoorOf } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { md5Of } from '@/lib/platform/storage/testing/storage-contract'
import * as route from './route'

const modules = { '/api/storage/[...key]': route }
const node = await nodeDoorOf(modules)
afterAll(() => node.close())

const contentType = 'image/png'
const bytes = Buffer.from('these are the bytes of a picture')
const newKey = () => `uploads/${randomUUID()}`
const pathOf = (url: string) => url.replace('http://localhost:3000', '')

const promise = {
  contentType,
  contentMd5: md5Of(bytes),
  contentLength: bytes.length,
  expiresInSeconds: 300,
}
const signPut = async (key: string, change: Partial<typeof promise> = {}) =>
  pathOf(await storage().signPut(key, { ...promise, ...change }))
const signGet = async (key: string) => pathOf(await storage().signGet(key, { expiresInSeconds: 60 }))
const asPromised = (body: BodyInit = bytes, headers = {}) => ({
  body,
  headers: { 'content-type': contentType, 'content-md5': promise.contentMd5, ...headers },
})

function streamOf(chunk: Buffer, count: number): ReadableStream<Uint8Array> {
  let left = count
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(chunk))
      else controller.close()
    },
  })
}

async function refusal(response: Response) {
  const { error } = await response.json()
  return [response.status, error.code, error.param]
}

const { door } = node

describe('the links of the disk storage', () => {
  it('takes what was promised: 200, and reads it by a signed link', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date('2031-01-01T00:00:00Z'))
    const key = newKey()
    const put = await door('PUT', await signPut(key), asPromised())
    expect([put.status, await put.text()]).toEqual([200, ''])
    const get = await door('GET', await signGet(key))
    expect(get.status).toBe(200)
    expect(Object.fromEntries(get.headers)).toMatchObject({
      'content-type': contentType,
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=60, immutable',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
    expect(Buffer.from(await get.arrayBuffer())).toEqual(bytes)
  })

  it('takes it from a page of any site', async () => {
    const preflight = await door('OPTIONS', await signPut(newKey()), {
      headers: { origin: 'https://a.example' },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': expect.stringMatching(/content-type.*content-md5/),
    })
    const put = await door('PUT', await signPut(newKey()), asPromised(bytes, { origin: 'https://a.example' }))
    expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  })

  const other = Buffer.from(bytes).fill('x', 0, 1)
  it.each<[string, ReturnType<typeof asPromised>, string, string]>([
    [
      'another type',
      asPromised(bytes, { 'content-type': 'image/jpeg' }),
      'upload_content_mismatch',
      'Content-Type',
    ],
    [
      'another MD5',
      asPromised(bytes, { 'content-md5': md5Of('x') }),
      'upload_content_mismatch',
      'Content-MD5',
    ],
    ['fewer bytes', asPromised(bytes.subarray(1)), 'upload_content_mismatch', 'Content-Length'],
    ['more bytes', asPromised(Buffer.concat([bytes, bytes])), 'upload_content_mismatch', 'Content-Length'],
    ['no bytes', asPromised(''), 'upload_content_mismatch', 'Content-Length'],
    ['other bytes', asPromised(other), 'upload_checksum_mismatch', 'Content-MD5'],
  ])('refuses %s: 400, and keeps nothing', async (_case, init, code, param) => {
    const key = newKey()
    expect(await refusal(await door('PUT', await signPut(key), init))).toEqual([400, code, param])
    expect(await storage().head(key)).toBeNull()
    expect(readdirSync(join(env().DATA_DIR, 'objects', '.incoming'))).toEqual([])
  })

  it('refuses more bytes than were promised while they come, without a length', async () => {
    const long = streamOf(Buffer.alloc(64 * 1024), 30)
    const init = { ...asPromised(long), duplex: 'half' } as RequestInit
    expect(await refusal(await door('PUT', await signPut(newKey()), init))).toEqual([
      400,
      'upload_content_mismatch',
      'Content-Length',
    ])
  })

  it('refuses a link that is not what was signed: 403', async () => {
    const [key, link] = [newKey(), await signPut(newKey())]
    const tampered = [
      link.replace(/uploads\/[^?]+/, key),
      link.replace('image%2Fpng', 'image%2Fjpeg'),
      link.replace(/content_length=\d+/, 'content_length=1'),
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace(/signature=.*/, 'signature=nonsense'),
      (await signGet(key)).replace(
        '?',
        `?${new URLSearchParams({ content_type: contentType, content_md5: promise.contentMd5, content_length: '1' })}&`,
      ),
      link.replace('/uploads/', '/uploads/..%2F'),
    ]
    for (const path of tampered)
      expect(await refusal(await door('PUT', path, asPromised()))).toEqual([403, 'invalid_signature', null])
    const readable = (await signPut(key)).replace(/content_[^&]*&/g, '')
    expect(await refusal(await door('GET', readable))).toEqual([403, 'invalid_signature', null])
  })

  it('refuses a link whose time is over: 403', async () => {
    const [put, get] = [await signPut(newKey()), await signGet(newKey())]
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
    expect(await refusal(await door('PUT', put, asPromised()))).toEqual([403, 'link_expired', null])
    expect(await refusal(await door('GET', get))).toEqual([403, 'link_expired', null])
  })

  it('refuses a file that began in time and takes for ever: 403', async () => {
    const key = newKey()
    const link = await signPut(key)
    const now = Date.now()
    vi.spyOn(clock, 'now')
      .mockReturnValueOnce(new Date(now))
      .mockReturnValue(new Date(now + 300_000 + 15 * 60_000 + 1001))
    expect(await refusal(await door('PUT', link, asPromised()))).toEqual([403, 'link_expired', null])
    expect(await storage().head(key)).toBeNull()
  })

  it('wants a whole link: 400; has nothing where nothing was PUT: 404', async () => {
    expect(await refusal(await door('GET', '/api/storage/uploads/x'))).toEqual([
      400,
      'missing_parameter',
      'expires',
    ])
    expect(await refusal(await door('GET', await signGet(newKey())))).toEqual([404, 'not_found', null])
  })

  it('says that the storage is away, and to come again: 503', async () => {
    vi.spyOn(storage(), 'put').mockRejectedValue(new StorageError('full'))
    const response = await door('PUT', await signPut(newKey()), asPromised())
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await refusal(response)).toEqual([503, 'storage_unavailable', null])
  })

  it('lets 25 MiB pass through in small pieces', async () => {
    const part = Buffer.alloc(64 * 1024, 'p')
    const count = 400
    const whole = Buffer.concat(Array<Buffer>(count).fill(part))
    const link = await signPut(newKey(), { contentMd5: md5Of(whole), contentLength: whole.length })
    const store = storage()
    const put = store.put.bind(store)
    let largest = 0
    vi.spyOn(store, 'put').mockImplementation((key, body, options) => {
      async function* watched() {
        if (Buffer.isBuffer(body)) throw new Error('the body was held in memory whole')
        for await (const chunk of body) {
          largest = Math.max(largest, chunk.length)
          yield chunk
        }
      }
      return put(key, watched(), options)
    })
    const body = streamOf(part, count)
    const init = { ...asPromised(body, { 'content-md5': md5Of(whole) }), duplex: 'half' } as RequestInit
    expect((await door('PUT', link, init)).status).toBe(200)
    expect(largest).toBeGreaterThan(0)
    expect(largest).toBeLessThanOrEqual(256 * 1024)
  })
})
