import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { clock } from '../../clock'
import type { ObjectStorage } from '../object-storage'

/** What every store must do; run for each of them. */
export function describeStorage(name: string, subject: Subject): void {
  describeKeeping(name, subject)
  describeReplacing(name, subject)
  describeFinding(name, subject)
  describeSignedUploads(name, subject)
  describeSignedLinks(name, subject)
}

/** A store that is tested by the contract. */
type Subject = {
  storage(): ObjectStorage
  /** What a browser does with a signed link. */
  send(url: string, init?: RequestInit): Promise<Response>
}

const contentType = 'image/png'
const newKey = () => `uploads/2026-11-21/${randomUUID()}`

async function* pieces(bytes: Buffer, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function contentOf(store: ObjectStorage, key: string): Promise<Buffer | null> {
  const found = await store.get(key)
  return found && buffer(found.body)
}

/** What a link to PUT is signed for, and the PUT that keeps the promise unless told otherwise. */
const promised = Buffer.from('exactly these bytes')
const promise = {
  contentType,
  contentMd5: md5Of(promised),
  contentLength: promised.length,
  expiresInSeconds: 60,
}

function put(
  { send }: Subject,
  url: string,
  body: BodyInit = new Uint8Array(promised),
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = { 'content-type': contentType, 'content-md5': promise.contentMd5, ...more }
  return send(url, { method: 'PUT', body, headers })
}

/** Base64, as Content-MD5 wants it. */
export function md5Of(bytes: string | Buffer): string {
  return createHash('md5').update(bytes).digest('base64')
}

/** What a store does with what it is given. */
function describeKeeping(name: string, { storage: store }: Subject): void {
  describe(`${name}: keeping`, () => {
    it('keeps bytes and their type', async () => {
      const [key, bytes] = [newKey(), Buffer.from('hello')]
      expect(await store().put(key, bytes, { contentType })).toEqual({ sizeBytes: 5 })
      const head = { sizeBytes: 5, contentType, etag: '"5d41402abc4b2a76b9719d911017c592"' }
      expect(await store().head(key)).toEqual(head)
      const found = await store().get(key)
      expect(found).toMatchObject(head)
      expect(found && (await buffer(found.body))).toEqual(bytes)
    })

    it.each([
      ['nothing', 0],
      ['a little', 10],
      ['one part', 8 * 1024 * 1024],
      ['more than one part', 8 * 1024 * 1024 + 1],
      ['many', 25 * 1024 * 1024],
    ])('keeps a stream of %s', async (_case, sizeBytes) => {
      const [key, bytes] = [newKey(), Buffer.alloc(sizeBytes, 'abcdefghijk')]
      expect(await store().put(key, pieces(bytes, 1_000_003), { contentType })).toEqual({ sizeBytes })
      expect(await store().head(key)).toMatchObject({ sizeBytes, contentType })
      const stored = (await contentOf(store(), key)) ?? Buffer.from('missing')
      expect(createHash('md5').update(stored).digest('hex')).toBe(
        createHash('md5').update(bytes).digest('hex'),
      )
    })
  })
}

/** What a store does with what is there already: it has the old bytes or the new ones, whatever happens. */
function describeReplacing(name: string, { storage: store }: Subject): void {
  describe(`${name}: replacing`, () => {
    it('replaces what was there', async () => {
      const key = newKey()
      await store().put(key, Buffer.from('the first, which is longer'), { contentType })
      await store().put(key, Buffer.from('the second'), { contentType: 'text/plain' })
      expect(String(await contentOf(store(), key))).toBe('the second')
      expect(await store().head(key)).toMatchObject({ sizeBytes: 10, contentType: 'text/plain' })
    })

    it.each([10, 20 * 1024 * 1024])(
      'keeps nothing of a stream that breaks after %i bytes',
      async (sizeBytes) => {
        const key = newKey()
        await store().put(key, Buffer.from('before'), { contentType })
        async function* broken() {
          yield* pieces(Buffer.alloc(sizeBytes), 1024 * 1024)
          throw new Error('the source broke')
        }
        await expect(store().put(key, broken(), { contentType })).rejects.toThrow('the source broke')
        expect(String(await contentOf(store(), key))).toBe('before')
      },
    )
  })
}

/** What a store gives back, and what it does not have. */
function describeFinding(name: string, { storage: store }: Subject): void {
  describe(`${name}: finding`, () => {
    it('answers', () => store().check())

    it.each([
      [0, 0, 'h'],
      [1, 3, 'ell'],
      [4, 4, 'o'],
      [0, 4, 'hello'],
    ])('reads the bytes from %i to %i', async (start, end, text) => {
      const key = newKey()
      await store().put(key, Buffer.from('hello'), { contentType })
      const found = await store().get(key, { start, end })
      expect(found).toMatchObject({ sizeBytes: 5, contentType })
      expect(found && String(await buffer(found.body))).toBe(text)
    })

    it('has nothing where nothing was put', async () => {
      expect([await store().get(newKey()), await store().head(newKey())]).toEqual([null, null])
      expect(await store().get(newKey(), { start: 0, end: 1 })).toBeNull()
    })

    it('deletes, and deletes again', async () => {
      const key = newKey()
      await store().put(key, Buffer.from('hello'), { contentType })
      await store().delete(key)
      await store().delete(key)
      expect(await store().head(key)).toBeNull()
    })

    it('takes many writes of one key at once', async () => {
      const key = newKey()
      const texts = Array.from({ length: 8 }, (_, index) => `text ${index} `.repeat(1000))
      await Promise.all(texts.map((text) => store().put(key, Buffer.from(text), { contentType })))
      expect(texts).toContain(String(await contentOf(store(), key)))
    })
  })
}

/** What may be put by a signed link: what it was signed for. */
function describeSignedUploads(name: string, subject: Subject): void {
  const store = () => subject.storage()

  describe(`${name}: signed uploads`, () => {
    it('takes exactly what was promised', async () => {
      const key = newKey()
      expect((await put(subject, await store().signPut(key, promise))).status).toBe(200)
      expect(await store().head(key)).toMatchObject({ sizeBytes: promised.length, contentType })
      expect(await contentOf(store(), key)).toEqual(promised)
    })

    const other = new Uint8Array(promised).fill(0, 0, 1)
    it.each<[string, BodyInit | undefined, Record<string, string>]>([
      ['another type', undefined, { 'content-type': 'image/jpeg' }],
      ['another MD5', undefined, { 'content-md5': md5Of(other.toString()) }],
      ['other bytes of the same length', other, {}],
      ['other bytes with their own MD5', other, { 'content-md5': md5Of(Buffer.from(other)) }],
      ['fewer bytes', 'exactly', {}],
      ['more bytes', 'exactly these bytes and some more', {}],
    ])('refuses %s', async (_case, body, more) => {
      const key = newKey()
      const { status } = await put(subject, await store().signPut(key, promise), body, more)
      expect([400, 403]).toContain(status)
      expect(await store().head(key)).toBeNull()
    })

    it('refuses what was signed for another key, and what is not signed', async () => {
      const [key, elsewhere] = [newKey(), newKey()]
      const url = await store().signPut(key, promise)
      for (const wrong of [
        url.replace(key, elsewhere),
        url.replace(/[Ss]ignature=[^&]*/, (one) => `${one.slice(0, -4)}aaaa`),
      ])
        expect((await put(subject, wrong)).status).toBe(403)
      expect([await store().head(key), await store().head(elsewhere)]).toEqual([null, null])
    })
  })
}

/** How long a signed link is good, and for what. */
function describeSignedLinks(name: string, subject: Subject): void {
  const store = () => subject.storage()

  describe(`${name}: signed links`, () => {
    it('refuses a link whose time is over', async () => {
      const key = newKey()
      vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() - 61_000))
      const [putLink, getLink] = [
        await store().signPut(key, promise),
        await store().signGet(key, { expiresInSeconds: 60 }),
      ]
      vi.restoreAllMocks()
      await store().put(key, Buffer.from('before'), { contentType })
      expect([(await put(subject, putLink)).status, (await subject.send(getLink)).status]).toEqual([403, 403])
      expect(String(await contentOf(store(), key))).toBe('before')
    })

    it('reads by a link, whole and in part, and nothing else by it', async () => {
      const [key, elsewhere] = [newKey(), newKey()]
      await store().put(key, promised, { contentType })
      await store().put(elsewhere, promised, { contentType })
      const url = await store().signGet(key, { expiresInSeconds: 60 })
      const whole = await subject.send(url)
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, contentType])
      expect(await whole.text()).toBe('exactly these bytes')
      const part = await subject.send(url, { headers: { range: 'bytes=8-12' } })
      expect([part.status, await part.text()]).toEqual([206, 'these'])
      expect((await subject.send(url.replace(key, elsewhere))).status).toBe(403)
      expect([400, 403]).toContain((await put(subject, url)).status)
    })
  })
}
