import { z } from 'zod'
import type { ListedModel, ModelList } from '@/lib/upstream/contract/model-list'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { poolOf } from './pool-of'
import { readError } from './read-error'
import { type OpenAiCompatibleSettings, resolveEndpoint } from './settings'

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
        bytes: await gather(body),
      }))
      .catch((cause: unknown) => {
        signal.throwIfAborted()
        throw cause instanceof UpstreamError ? cause : new UpstreamError('unreachable', { cause })
      })
    if (answer.head.status === 404 || answer.head.status === 405) return null
    if (answer.head.status !== 200) throw readError(answer.head, answer.bytes, endpoint)
    return parseList(answer.bytes)
  }
}

async function gather(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let sizeBytes = 0
  for await (const piece of body) {
    sizeBytes += piece.byteLength
    if (sizeBytes > MOST_BYTES) throw new UpstreamError('failed', { status: 200 })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function parseList(bytes: Buffer): ListedModel[] {
  const parsed = Reply.safeParse(parseJson(bytes))
  if (!parsed.success) throw new UpstreamError('failed', { status: 200, cause: parsed.error })
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.data
  return list.map(({ id, max_model_len, context_length }) => ({
    id,
    contextLength: max_model_len ?? context_length ?? null,
  }))
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}
