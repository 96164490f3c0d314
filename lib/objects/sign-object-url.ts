import { clock } from '@/lib/platform/clock'
import { signLink } from '@/lib/platform/secrets'
import { objectUrl } from './object-url'

/** A link to an object that was kept with `access: 'signed'`; it ends after `ttlSeconds`, or earlier with the object. */
export function signObjectUrl(id: string, ttlSeconds: number): { url: string; expiresAt: Date } {
  const expires = Math.ceil(clock.now().getTime() / 1000) + ttlSeconds
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signLink(['object', id, expires]),
  })
  return { url: `${objectUrl(id)}?${query}`, expiresAt: new Date(expires * 1000) }
}
