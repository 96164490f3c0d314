import { type EmbeddingModelV4, InvalidArgumentError, type SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { EmbeddingCall, EmbeddingModel, InputType } from '@/lib/upstream/contract/embedding-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { geminiUrl } from './chat/clouds'
import { createVendorFetch, explainFailure, type SdkSettings } from './vendor-fetch'

const googleTasks: Record<InputType, string> = {
  query: 'RETRIEVAL_QUERY',
  document: 'RETRIEVAL_DOCUMENT',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
}
const cohereTypes: Record<InputType, string> = {
  query: 'search_query',
  document: 'search_document',
  classification: 'classification',
  clustering: 'clustering',
}
const novaPurposes: Record<InputType, string> = {
  query: 'TEXT_RETRIEVAL',
  document: 'GENERIC_INDEX',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
}

/** Embeddings at the clouds. Most of their models take few texts a request, so there may be several at once. */
export function createAiSdkEmbeddings(settings: SdkSettings): EmbeddingModel {
  return {
    async embed(call) {
      try {
        const texts = call.input.map((one) => {
          if (typeof one === 'string') return one
          throw unsupported('input', 'lists of tokens')
        })
        const fetch = createVendorFetch(settings, 'whole', call.onAccepted)
        return await embedAll(await open(settings, call.model, fetch), texts, call)
      } catch (error) {
        call.signal.throwIfAborted()
        // The package knows which lengths each model offers.
        if (InvalidArgumentError.isInstance(error))
          throw new UpstreamError('rejected', {
            param: 'dimensions',
            message: 'This model has no vectors of these dimensions.',
          })
        throw error instanceof UpstreamError ? error : explainFailure(error)
      }
    },
  }
}

async function open(
  settings: SdkSettings,
  modelId: string,
  fetch: typeof globalThis.fetch,
): Promise<EmbeddingModelV4> {
  const apiKey = 'added later'
  if (settings.sdk === 'vertex') {
    const { createGoogleVertex } = await import('@ai-sdk/google-vertex/edge')
    return createGoogleVertex({ baseURL: geminiUrl(settings), apiKey, fetch }).embeddingModel(modelId)
  }
  if (settings.sdk !== 'bedrock') throw new Error(`the vendor ${settings.sdk} serves no embeddings`)
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  return createAmazonBedrock({ baseURL: settings.baseUrl, apiKey, fetch }).embeddingModel(modelId)
}

const MOST_AT_ONCE = 8

async function embedAll(model: EmbeddingModelV4, texts: readonly string[], call: EmbeddingCall) {
  const size = (await model.maxEmbeddingsPerCall) ?? texts.length
  const batches = Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, (at + 1) * size),
  )
  const options = optionsOf(call)
  const answers: Awaited<ReturnType<EmbeddingModelV4['doEmbed']>>[] = []
  const stop = new AbortController()
  const abortSignal = AbortSignal.any([call.signal, stop.signal])
  const pending = batches.entries()
  const work = async () => {
    for (const [at, values] of pending) answers[at] = await model.doEmbed({ values, abortSignal, ...options })
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work)).finally(() => stop.abort())
  const vectors = answers.flatMap(({ embeddings }) => embeddings)
  if (vectors.length !== texts.length) throw new UpstreamError('failed', { status: 200 })
  const tokens = answers.reduce((sum, { usage }) => sum + (usage?.tokens ?? Number.NaN), 0)
  return { vectors, promptTokens: tokens > 0 ? tokens : null }
}

/** By the model's maker, which each have names of their own for the same options. */
function optionsOf({ model, dimensions, inputType }: EmbeddingCall): {
  dimensions?: number
  providerOptions: SharedV4ProviderOptions
} {
  const sized = (name: string) => (dimensions === null ? {} : { [name]: dimensions })
  const typed = (name: string, types: Record<InputType, string>) =>
    inputType === null ? {} : { [name]: types[inputType] }
  if (model.includes('cohere.embed')) {
    const type = { inputType: cohereTypes[inputType ?? 'document'] }
    return { providerOptions: { bedrock: { ...type, ...sized('outputDimension') } } }
  }
  if (model.includes('amazon.nova')) {
    const purpose = typed('embeddingPurpose', novaPurposes)
    return { providerOptions: { bedrock: { ...purpose, ...sized('embeddingDimension') } } }
  }
  if (!model.includes('amazon.'))
    return { ...sized('dimensions'), providerOptions: { google: typed('taskType', googleTasks) } }
  if (inputType !== null) throw unsupported('input_type', 'an input_type')
  return { providerOptions: { bedrock: sized('dimensions') } }
}

function unsupported(param: string, what: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message: `This model does not support ${what}.` })
}
