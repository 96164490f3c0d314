import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDoors } from '@/lib/http/testing'
import { clock } from '@/lib/platform/clock'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { deleteObjects, keepObject } from '@/lib/work/objects/keep-object'
import { signObjectUrl } from '@/lib/work/objects/read-object'
import * as route from './route'

const modules = { '/media/[id]': route }
const { door, close } = await openDoors(modules)
afterAll(close)

const HOUR = 3600 * 1000
const customerId = `cus_${randomUUID()}`
const bytes = Buffer.from('0123456789')
const keep = (more: object = {}) =>
  keepObject({
    customerId,
    body: bytes,
    mimeType: 'image/png',
    expiresAt: new Date(Date.now() + HOUR),
    ...more,
  })
const pathOf = (url: string) => url.replace('http://localhost:3000', '')

let object: Awaited<ReturnType<typeof keep>>
let path: string
beforeAll(async () => {
  object = await keep()
  path = pathOf(object.url)
})

describe('an object', () => {
  const get = (headers: Record<string, string> = {}, at = path) => door('GET', at, { headers })

  it('is served whole: 200', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'content-disposition': `inline; filename="${object.id}.png"`,
      'accept-ranges': 'bytes',
      etag: `"${object.sha256}"`,
      'cache-control': expect.stringMatching(/^public, max-age=3[56]\d\d, immutable$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('content-range'),
      'x-request-id': expect.stringMatching(/^req_/),
    })
    expect(await response.text()).toBe('0123456789')
  })

  it('answers HEAD with the same headers and opens nothing', async () => {
    const open = vi.spyOn(storage(), 'get')
    const response = await door('HEAD', path)
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '10',
      '',
    ])
    expect(response.headers.get('etag')).toBe(`"${object.sha256}"`)
    expect(open).not.toHaveBeenCalled()
  })

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=5-999', '56789', 'bytes 5-9/10'],
    ['bytes=-999', '0123456789', 'bytes 0-9/10'],
  ])('serves a part for %s: 206', async (range, text, contentRange) => {
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange])
    expect(response.headers.get('content-length')).toBe(String(text.length))
    expect(await response.text()).toBe(text)
  })

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('has nothing for %s: 416', async (range) => {
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(await response.json()).toMatchObject({ error: { code: 'range_not_satisfiable', param: 'Range' } })
  })

  it.each(['bytes=3-1', 'bytes=0-1,3-4', 'bytes=-', 'bytes=a-b', 'lines=0-1'])(
    'serves it whole for %s',
    async (range) => {
      const response = await get({ range })
      expect([response.status, await response.text()]).toEqual([200, '0123456789'])
    },
  )

  it("serves a range only if the client's ETag matches", async () => {
    const range = 'bytes=0-3'
    expect((await get({ range, 'if-range': `"${object.sha256}"` })).status).toBe(206)
    expect((await get({ range, 'if-range': '"another"' })).status).toBe(200)
  })

  it.each([`"${'x'}", W/"ETAG"`, '"ETAG"', '*'])('answers If-None-Match %s with 304', async (condition) => {
    const response = await get({ 'if-none-match': condition.replace('ETAG', object.sha256) })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200)
  })

  it('is saved under its name with download=1', async () => {
    expect((await get({}, `${path}?download=1`)).headers.get('content-disposition')).toBe(
      `attachment; filename="${object.id}.png"`,
    )
    const { url } = await keep({ fileName: 'Łódź "1".png' })
    expect((await get({}, `${pathOf(url)}?download=1`)).headers.get('content-disposition')).toBe(
      `attachment; filename="__d_ _1_.png"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%221%22.png`,
    )
  })

  it('can be read by pages of any origin, in ranges', async () => {
    const response = await door('OPTIONS', path, { headers: { origin: 'https://a.example' } })
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('range'),
    ])
  })

  it('answers the same 404 for an unknown, a deleted and an expired object', async () => {
    const deleted = await keep()
    await deleteObjects(customerId, [deleted.id])
    const expired = await keep({ expiresAt: new Date() })
    const answers = []
    for (const at of [
      '/media/obj_1',
      `/media/obj_${'0'.repeat(40)}`,
      pathOf(deleted.url),
      pathOf(expired.url),
    ]) {
      const response = await get({}, at)
      const { error } = await response.json()
      answers.push([response.status, { ...error, request_id: '' }])
    }
    expect(answers[0]).toMatchObject([404, { code: 'not_found', param: null }])
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('with signed access: 404 without a signature, 200 with one, until it expires', async () => {
    const { id, url } = await keep({ access: 'signed', mimeType: 'video/mp4' })
    expect((await get({}, pathOf(url))).status).toBe(404)
    const now = Date.now()
    const time = vi.spyOn(clock, 'now').mockReturnValue(new Date(now))
    const link = pathOf(signObjectUrl(id, 60).url)
    const response = await get({ range: 'bytes=0-0' }, link)
    expect([response.status, await response.text()]).toEqual([206, '0'])
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(60|59), immutable$/)
    expect((await get({}, link.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(404)
    time.mockReturnValue(new Date(now + 61_000))
    const late = await get({}, link)
    expect([late.status, await late.json()]).toMatchObject([403, { error: { code: 'link_expired' } }])
  })

  it('answers 503 if the storage is unreachable', async () => {
    vi.spyOn(storage(), 'get').mockRejectedValue(
      new StorageError('away', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    )
    const response = await get()
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { error: { code: 'storage_unavailable' } },
    ])
  })

  it('is not read further when the client disconnects', async () => {
    const { url } = await keep({ body: Buffer.alloc(8 * 1024 * 1024) })
    const get = storage().get.bind(storage())
    const closed = Promise.withResolvers<void>()
    vi.spyOn(storage(), 'get').mockImplementation(async (key, range) => {
      const found = await get(key, range)
      found?.body.once('close', closed.resolve)
      return found
    })
    const reader = (await door('GET', pathOf(url))).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await closed.promise
  })
})
