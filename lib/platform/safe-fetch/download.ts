import pRetry from 'p-retry'
import { OutboundError, type OutboundFault } from './outbound-url'
import { type SafeAnswer, type SafeRequest, safeFetch } from './safe-fetch'

/** Three more tries after 1, 3 and 9 seconds, as long as half a minute is not over. */
const RETRIES = { retries: 3, minTimeout: 1000, factor: 3, maxRetryTime: 30_000 } as const

/** Too early, too often, or the host's own trouble. */
const isPassingStatus = (status: number) => [408, 425, 429].includes(status) || status >= 500
const passingFaults: readonly OutboundFault[] = ['unready', 'unreachable', 'timeout', 'broken']

type Link = { url: string; request: SafeRequest & { signal: AbortSignal } }

/**
 * What a caller's link leads to. `take` reads the answer, a 200, and is called anew when it is lost on the way: a host
 * that has trouble for a moment must not cost a film or an asset. Throws OutboundError, or the signal's own reason.
 */
export function download<T>({ url, request }: Link, take: (answer: SafeAnswer) => Promise<T>): Promise<T> {
  const attempt = async () => {
    const answer = await fetchWhereMoved(url, request)
    if (answer.status === 200) return take(answer)
    answer.discard()
    const fault = isPassingStatus(answer.status) ? 'unready' : 'absent'
    throw new OutboundError(fault, `The link answered ${answer.status}.`)
  }
  const shouldRetry = ({ error }: { error: Error }) =>
    error instanceof OutboundError && passingFaults.includes(error.fault)
  return pRetry(attempt, { ...RETRIES, signal: request.signal, shouldRetry })
}

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
