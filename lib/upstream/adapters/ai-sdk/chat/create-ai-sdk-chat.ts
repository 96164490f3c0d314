import type { Endpoint } from '@/lib/upstream/adapters/openai-compatible/settings'
import type { ChatCall, ChatModel } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { explainFailure } from '../explain-failure'
import type { SdkSettings } from '../sdk-settings'
import { createVendorFetch, endpointOf } from '../transport/create-vendor-fetch'
import { anthropicDialect } from './anthropic-dialect'
import { ChunkWriter } from './chunk-writer'
import type { ChatDialect } from './dialect'
import { googleDialect } from './google-dialect'
import { PartStream } from './part-stream'
import { toCompletion } from './to-completion'
import { writeCall } from './write-call'

const dialects: Partial<Record<SdkSettings['sdk'], ChatDialect>> = {
  anthropic: anthropicDialect,
  google: googleDialect,
}

/**
 * Chat at vendors that speak an API of their own, translated by the AI SDK's packages: OpenAI's wire format on our side.
 * An abort of the call's signal ends the vendor's request at once; a promise still open rejects with the signal's reason.
 */
export function createAiSdkChat(settings: SdkSettings): ChatModel {
  const dialect = dialects[settings.sdk]
  if (dialect === undefined) throw new Error(`the vendor ${settings.sdk} serves no chat`)
  const endpoint = endpointOf(settings)
  const maySearch = settings.webSearch === true
  return {
    complete: (call) =>
      guarded(call, endpoint, async () => {
        const written = await writeCall(call, dialect, maySearch)
        const model = await dialect.open(
          settings,
          written.model,
          createVendorFetch(settings, 'whole', call.onAccepted),
        )
        const result = await model.doGenerate(written.options)
        return Buffer.from(JSON.stringify(toCompletion(result, written, dialect)))
      }),

    stream: (call) =>
      guarded(call, endpoint, async () => {
        const written = await writeCall(call, dialect, maySearch)
        const vendorFetch = createVendorFetch(settings, 'stream', call.onAccepted)
        const model = await dialect.open(settings, written.model, vendorFetch)
        const stopped = new AbortController()
        const abortSignal = AbortSignal.any([call.signal, stopped.signal])
        const { stream: parts } = await model.doStream({ ...written.options, abortSignal })
        const writer = new ChunkWriter(written, dialect)
        const stream = new PartStream({
          parts,
          writer,
          endpoint,
          signal: call.signal,
          stop: () => stopped.abort(),
        })
        try {
          await stream.open()
        } catch (error) {
          stream.abort()
          throw error
        }
        return stream
      }),
  }
}

async function guarded<Result>(
  { signal }: ChatCall,
  endpoint: Endpoint,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof UpstreamError ? error : explainFailure(error, endpoint)
  }
}
