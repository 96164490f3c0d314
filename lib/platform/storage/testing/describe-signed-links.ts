import { describe, expect, it, vi } from 'vitest'
import { clock } from '../../clock'
import { contentOf, contentType, newKey, promise, promised, put, type Subject } from './storage-subject'

/** How long a signed link is good, and for what. */
export function describeSignedLinks(name: string, subject: Subject): void {
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
