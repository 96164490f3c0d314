import type { SafeAnswer, SafeRequest } from './create-safe-fetch'
import { safeFetch } from './safe-fetch'

const MOST_REDIRECTS = 3

/**
 * Gets what a link leads to: follows a few redirects, each checked like the first. Headers go to the link's own origin
 * alone. An answer that leads nowhere, or on and on, is returned as it is.
 */
export async function fetchWhereMoved(
  link: string,
  { headers, ...request }: Omit<SafeRequest, 'method' | 'body'>,
): Promise<SafeAnswer> {
  const { origin } = new URL(link)
  let at = link
  for (let hop = 0; ; hop += 1) {
    const isHome = new URL(at).origin === origin
    const answer = await safeFetch(at, { ...request, ...(headers && isHome && { headers }) })
    const next = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined
    const target = next === undefined ? null : URL.parse(next, at)
    if (target === null || hop === MOST_REDIRECTS) return answer
    answer.discard()
    at = target.href
  }
}
