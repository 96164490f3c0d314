import { AppError } from '@/lib/platform/errors'
import type { Exchange } from './exchange'

/**
 * For links that change something when a person follows them: a browser that fetches ahead of its user, or a HEAD that only
 * wants to know whether the address lives, is refused, and asks again when it is meant.
 */
export function refusePrefetch({ method, headers }: Exchange): void {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''
  if (method === 'GET' && !/prefetch|prerender|preview/i.test(purpose)) return
  throw new AppError('service_unavailable', { message: 'This link works when it is followed.' })
}
