import { describe, expect, it } from 'vitest'
import { contentOf, contentType, newKey, pieces, type Subject } from './storage-subject'

/** What a store does with what is there already: it has the old bytes or the new ones, whatever happens. */
export function describeReplacing(name: string, { storage: store }: Subject): void {
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
