import { headers } from 'next/headers'
import { cache } from 'react'
import type { PageApi } from '@/server/page-api'

/** The API of this process, for pages as they render on the server. There is none while pages are built. */
export function pageApi(): PageApi {
  const api: PageApi | undefined = Reflect.get(globalThis, Symbol.for('portico.pages'))
  if (api === undefined) throw new Error('The API has not started in this process.')
  return api
}

/** The request's Cookie header. */
export async function readCookies(): Promise<string> {
  return (await headers()).get('cookie') ?? ''
}

/** The signed-in person; a page and its layouts ask once. */
export const readSession = cache(async () => pageApi().readSession(await readCookies()))
