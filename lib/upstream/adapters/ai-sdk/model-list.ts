import { z } from 'zod'
import type { ListedModel, ModelList, ProviderProbe } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { createVendorFetch, type SdkSettings } from './vendor-fetch'

const Anthropic = z.object({ data: z.array(z.looseObject({ id: z.string() })) })
const Google = z.object({
  models: z.array(z.looseObject({ name: z.string(), inputTokenLimit: z.int().nullish().catch(null) })),
})

type Question = {
  path: string
  headers: (apiKey: string) => Record<string, string>
  /** Null: the key is accepted, but there is no list. */
  read: (answer: unknown) => ListedModel[] | null
}

/** Each vendor's request that is free of charge; fal has none. */
const questions: Partial<Record<SdkSettings['sdk'], Question>> = {
  anthropic: {
    path: '/models?limit=1000',
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    read: (answer) => Anthropic.parse(answer).data.map(({ id }) => ({ id, contextLength: null })),
  },
  google: {
    path: '/models?pageSize=1000',
    headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    read: (answer) =>
      Google.parse(answer).models.map(({ name, inputTokenLimit }) => ({
        id: name.replace(/^models\//, ''),
        contextLength: inputTokenLimit ?? null,
      })),
  },
  replicate: {
    path: '/account',
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    read: () => null,
  },
}

/** Null for a vendor without such a request. */
export function createAiSdkModelList(settings: SdkSettings): ModelList | null {
  const question = questions[settings.sdk]
  if (question === undefined) return null
  const fetch = createVendorFetch(settings, 'whole')
  const url = settings.baseUrl.replace(/\/+$/, '') + question.path
  return async (signal) => {
    try {
      const response = await fetch(url, { headers: question.headers(settings.apiKey ?? ''), signal })
      return question.read(await response.json())
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UpstreamError && error.status === 404)
        throw new UpstreamError('unsupported', { status: 404 })
      throw error instanceof UpstreamError
        ? error
        : new UpstreamError('failed', { status: 200, cause: error })
    }
  }
}

/** Lists the vendor's models; a refusal counts as an answer, unless it is of our key. Null for a vendor without such a request. */
export function createAiSdkProbe(settings: SdkSettings): ProviderProbe | null {
  const list = createAiSdkModelList(settings)
  if (list === null) return null
  return async (signal) => {
    await list(signal).catch((error: unknown) => {
      if (!(error instanceof UpstreamError && isAnswer(error))) throw error
    })
  }
}

function isAnswer({ fault }: UpstreamError): boolean {
  return fault === 'rejected' || fault === 'rate_limited' || fault === 'unsupported'
}
