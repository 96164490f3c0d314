import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import type { ListedModel, ModelList, ProviderProbe } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type OpenAiCompatibleSettings, poolOf, resolveEndpoint } from './exchange'
import { readError } from './read-error'
import { gather } from './whole-answer'

const MOST_BYTES = 16 * 1024 * 1024

const Listed = z.looseObject({
  id: z.string().min(1),
  max_model_len: z.int().positive().nullish().catch(null),
  context_length: z.int().positive().nullish().catch(null),
})
/** OpenAI's envelope; Together sends the list alone. */
const Reply = z.union([z.object({ data: z.array(Listed) }), z.array(Listed)])

/** `GET /models` of any upstream that speaks OpenAI's API. */
export function createOpenAiCompatibleModelList(settings: OpenAiCompatibleSettings): ModelList {
  const endpoint = resolveEndpoint(settings)
  const path = endpoint.path('/models')
  const headers = endpoint.headers(null, 'application/json')
  return async (signal) => {
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
    return parseList(answer.bytes)
  }
}

function parseList(bytes: Buffer): ListedModel[] {
  const parsed = Reply.safeParse(parseJson(bytes.toString()))
  if (!parsed.success) throw new UpstreamError('failed', { status: 200, cause: parsed.error })
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.data
  return list.map(({ id, max_model_len, context_length }) => ({
    id,
    contextLength: max_model_len ?? context_length ?? null,
  }))
}

/** Lists the upstream's models. One that has no such list says so, and so answers. */
export function createOpenAiCompatibleProbe(settings: OpenAiCompatibleSettings): ProviderProbe {
  const endpoint = resolveEndpoint(settings)
  const path = endpoint.path('/models')
  const headers = endpoint.headers(null, 'application/json')
  return async (signal) => {
    const status = await poolOf(endpoint.origin)
      .request({ method: 'GET', path, headers, signal })
      .then(async ({ statusCode, body }) => {
        await body.dump({ limit: endpoint.maxAnswerBytes, signal })
        return statusCode
      })
      .catch((cause: unknown) => {
        signal.throwIfAborted()
        throw new UpstreamError('unreachable', { cause })
      })
    if (status >= 500 || status === 401) throw new UpstreamError('failed', { status })
  }
}
