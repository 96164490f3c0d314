import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { PageApi } from '@/server/page-api'
import { signInPath } from './paths'

/** The API of this process, for pages that render on the server. Not available during the build. */
export function pageApi(): PageApi {
  const api: PageApi | undefined = Reflect.get(globalThis, Symbol.for('portico.pages'))
  if (api === undefined) throw new Error('The API has not started in this process.')
  return api
}

/** The request's Cookie header. */
export async function readCookies(): Promise<string> {
  return (await headers()).get('cookie') ?? ''
}

/** The session of this request, read once for a page and its layouts. */
export const readSession = cache(async () => pageApi().readSession(await readCookies()))

/** The session for a page at `path`; redirects to sign-in without one. */
export async function requireSession(path: string) {
  return (await readSession()) ?? redirect(signInPath(path))
}
