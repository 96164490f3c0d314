import { describe, expect, it } from 'vitest'
import { md5Of } from './md5-of'
import { contentOf, contentType, newKey, promise, promised, put, type Subject } from './storage-subject'

/** What may be put by a signed link: what it was signed for. */
export function describeSignedUploads(name: string, subject: Subject): void {
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
