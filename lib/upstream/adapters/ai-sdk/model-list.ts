import { z } from 'zod'
import type { ListedModel, ModelList, ProviderProbe } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { createVendorFetch, type SdkSettings } from './vendor-fetch'

const Anthropic = z.object({ data: z.array(z.looseObject({ id: z.string() })) })
const Google = z.object({
  models: z.array(z.looseObject({ name: z.string(), inputTokenLimit: z.int().nullish().catch(null) })),
})

const Bedrock = z.object({
  modelSummaries: z.array(z.looseObject({ modelId: z.string() })).default([]),
  inferenceProfileSummaries: z.array(z.looseObject({ inferenceProfileId: z.string() })).default([]),
})
const Vertex = z.object({ publisherModels: z.array(z.looseObject({ name: z.string() })) })

type Question = {
  path: string
  /** Where it is asked, if not at the base URL. */
  at?: (baseUrl: string) => string
  /** Asked too; its list is added. */
  further?: string
  headers: (apiKey: string, baseUrl: string) => Record<string, string>
  /** Null: the key is accepted, but there is no list. */
  read: (answer: unknown) => ListedModel[] | null
}

const toListed = (ids: readonly string[]): ListedModel[] => ids.map((id) => ({ id, contextLength: null }))

/** Each vendor's request that is free of charge; fal has none. */
const questions: Partial<Record<SdkSettings['sdk'], Question>> = {
  anthropic: {
    path: '/models?limit=1000',
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    read: (answer) => toListed(Anthropic.parse(answer).data.map(({ id }) => id)),
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
  bedrock: {
    path: '/foundation-models',
    further: '/inference-profiles?maxResults=1000',
    at: (baseUrl) => baseUrl.replace('://bedrock-runtime', '://bedrock'),
    headers: () => ({}),
    read: (answer) => {
      const { modelSummaries, inferenceProfileSummaries } = Bedrock.parse(answer)
      const profiles = inferenceProfileSummaries.map(({ inferenceProfileId }) => inferenceProfileId)
      return toListed([...modelSummaries.map(({ modelId }) => modelId), ...profiles])
    },
  },
  vertex: {
    path: '/v1beta1/publishers/google/models?pageSize=300',
    at: (baseUrl) => new URL(baseUrl).origin,
    headers: (_, baseUrl) => {
      const project = /\/projects\/([^/]+)/.exec(baseUrl)?.[1]
      return project === undefined ? {} : { 'x-goog-user-project': project }
    },
    read: (answer) =>
      toListed(Vertex.parse(answer).publisherModels.map(({ name }) => name.slice(name.lastIndexOf('/') + 1))),
  },
  runway: {
    path: '/organization',
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}`, 'x-runway-version': '2024-11-06' }),
    read: () => null,
  },
  replicate: {
    path: '/account',
    headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    read: () => null,
  },
}

export function hasModelList({ sdk }: { sdk: SdkSettings['sdk'] | null }): boolean {
  return sdk !== null && questions[sdk] !== undefined
}

/** Null for a vendor without such a request. */
export function createAiSdkModelList(settings: SdkSettings): ModelList | null {
  const question = questions[settings.sdk]
  if (question === undefined) return null
  const { path, further, at = (baseUrl) => baseUrl, headers: headersOf, read } = question
  const baseUrl = at(settings.baseUrl.replace(/\/+$/, ''))
  const fetch = createVendorFetch({ ...settings, baseUrl }, 'whole')
  const headers = headersOf(settings.apiKey ?? '', settings.baseUrl)
  return async (signal) => {
    const ask = async (asked: string) => {
      const response = await fetch(baseUrl + asked, { headers, signal })
      return read(await response.json())
    }
    try {
      const listed = await ask(path)
      return listed && further ? [...listed, ...((await ask(further)) ?? [])] : listed
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
