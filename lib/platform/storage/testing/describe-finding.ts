import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { contentOf, contentType, newKey, type Subject } from './storage-subject'

/** What a store gives back, and what it does not have. */
export function describeFinding(name: string, { storage: store }: Subject): void {
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
