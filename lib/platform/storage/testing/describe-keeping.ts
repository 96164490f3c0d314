import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { contentOf, contentType, newKey, pieces, type Subject } from './storage-subject'

/** What a store does with what it is given. */
export function describeKeeping(name: string, { storage: store }: Subject): void {
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
