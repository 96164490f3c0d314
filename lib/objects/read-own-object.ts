import { env } from '@/lib/platform/env'
import type { ObjectContent } from './internal/to-object-content'
import { readObject } from './read-object'

/** Whether a link leads to an object here, so that it can be read without a network call. */
export function isObjectUrl(url: string): boolean {
  return objectIdOf(url) !== null
}

/**
 * What a link of ours leads to, for its owner alone, signed or not; null for everything else: a link of another origin,
 * another's object, one that is not there any more.
 */
export async function readOwnObject(customerId: string, url: string): Promise<ObjectContent | null> {
  const id = objectIdOf(url)
  return id === null ? null : readObject(customerId, id)
}

function objectIdOf(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || url.origin !== new URL(env().publicUrl).origin) return null
  const path = new URL(`${env().publicUrl}/media/`).pathname
  return url.pathname.startsWith(path) ? decoded(url.pathname.slice(path.length)) : null
}

/** As the route of `/media/` reads it: whoever wrote the link may have encoded more than need be. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
