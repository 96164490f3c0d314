import type { ProviderProbe } from '@/lib/upstream/contract/provider-probe'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { poolOf } from './pool-of'
import { type OpenAiCompatibleSettings, resolveEndpoint } from './settings'

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
