import type { ListedModel, ModelList, ProviderProbe } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { countOf, fieldsOf, listIn, textOf } from '@/lib/upstream/reading/members'
import { getJson } from './get-json'
import { type OpenAiCompatibleSettings, poolOf, resolveEndpoint } from './transport'

/** `GET /models` of any upstream with OpenAI's API. */
export function createOpenAiCompatibleModelList(settings: OpenAiCompatibleSettings): ModelList {
  const endpoint = resolveEndpoint(settings)
  return (signal) => getJson(endpoint, endpoint.path('/models'), signal, readList)
}

const isEmptyList = (list: unknown) => Array.isArray(list) && list.length === 0

/** OpenAI's envelope, or Ollama's; Together sends only the list. Some lists only have names. */
function readList(answer: unknown): ListedModel[] {
  const listed = listIn(answer, ['data', 'models']).flatMap((item) => {
    const { id, model, model_id, name, max_model_len, context_length } = fieldsOf(item)
    const found = [item, id, model, model_id, name].map(textOf).find((text) => text !== undefined)
    const contextLength = countOf(max_model_len) || countOf(context_length) || null
    return found === undefined ? [] : [{ id: found, contextLength }]
  })
  const { data, models } = fieldsOf(answer)
  // Servers in Go write an empty list as null.
  const isEmpty = data === null || models === null || [answer, data, models].some(isEmptyList)
  if (listed.length === 0 && !isEmpty) throw new Error('there is no list of models')
  return listed
}

/** Lists the upstream's models. An upstream without such a list answers, too. */
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
