import { type EmbeddingModelV4, InvalidArgumentError, type SharedV4ProviderOptions } from '@ai-sdk/provider'
import { z } from 'zod'
import { EmbeddingDialect } from '@/lib/upstream/contract/adapter'
import type { EmbeddingCall, EmbeddingModel } from '@/lib/upstream/contract/embedding-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { optionsIn } from '../openai-compatible/embeddings'
import { geminiUrl } from './chat/clouds'
import knownFamilies from './embedding-families.json'
import { createVendorFetch, explainFailure, type SdkSettings } from './vendor-fetch'

/** Models of one maker have names of their own for the same options; the first family whose pattern matches. */
const families = z
  .array(EmbeddingDialect.extend({ models: z.string(), namespace: z.enum(['bedrock', 'google']) }))
  .parse(knownFamilies)

/** Embeddings at the clouds. Most of their models take few texts a request, so there may be several at once. */
export function createAiSdkEmbeddings(settings: SdkSettings): EmbeddingModel {
  return {
    async embed(call) {
      try {
        const texts = call.input.map((one) => {
          if (typeof one === 'string') return one
          throw new UpstreamError('unsupported', {
            param: 'input',
            message: 'This model does not support lists of tokens.',
          })
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
  const providerOptions = optionsOf(call)
  const answers: Awaited<ReturnType<EmbeddingModelV4['doEmbed']>>[] = []
  const stop = new AbortController()
  const abortSignal = AbortSignal.any([call.signal, stop.signal])
  const pending = batches.entries()
  const work = async () => {
    for (const [at, values] of pending)
      answers[at] = await model.doEmbed({ values, abortSignal, providerOptions })
  }
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work)).finally(() => stop.abort())
  const vectors = answers.flatMap(({ embeddings }) => embeddings)
  if (vectors.length !== texts.length) throw new UpstreamError('failed', { status: 200 })
  const tokens = answers.reduce((sum, { usage }) => sum + (usage?.tokens ?? Number.NaN), 0)
  return { vectors, promptTokens: tokens > 0 ? tokens : null }
}

function optionsOf(call: EmbeddingCall): SharedV4ProviderOptions {
  const family = families.find(({ models }) => new RegExp(models).test(call.model))
  return family === undefined ? {} : { [family.namespace]: optionsIn(family, call) }
}
