import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { gather, readWhole } from './answers'
import { readError } from './read-error'
import { type Endpoint, type OpenAiCompatibleSettings, poolOf, resolveEndpoint } from './transport'

const MOST_BYTES = 16 * 1024 * 1024

/** `GET` of a path at the endpoint's origin. Rejects as `ModelList` does. */
export async function getJson<Answer>(
  endpoint: Endpoint,
  path: string,
  signal: AbortSignal,
  read: (answer: unknown) => Answer,
): Promise<Answer> {
  const headers = endpoint.headers(null, 'application/json')
  const answer = await poolOf(endpoint.origin)
    .request({ method: 'GET', path, headers, signal })
    .then(async ({ statusCode, headers: head, body }) => ({
      head: { status: statusCode, headers: head },
      bytes: await gather(body, MOST_BYTES, 200),
    }))
    .catch((cause: unknown) => {
      signal.throwIfAborted()
      throw cause instanceof UpstreamError ? cause : new UpstreamError('unreachable', { cause })
    })
  const { status } = answer.head
  if (status === 404 || status === 405) throw new UpstreamError('unsupported', { status })
  if (status !== 200) throw readError(answer.head, answer.bytes, endpoint)
  return readWhole(answer.bytes, endpoint, read)
}

/** Asks an upstream about the operator's account, at paths of its origin. */
export function createAccountReader(settings: OpenAiCompatibleSettings) {
  const endpoint = resolveEndpoint(settings)
  return <Answer>(path: string, signal: AbortSignal, read: (answer: unknown) => Answer): Promise<Answer> =>
    getJson(endpoint, path, signal, read)
}
