import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type {
  ChatByteStream,
  ChatCall,
  ChatModel,
  ChatStreamReceiver,
} from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { createOpenAiCompatibleChat } from '../../openai-compatible/chat'
import { createVendorFetch, explainFailure, type SdkSettings } from '../vendor-fetch'
import { ChunkWriter } from './chunk-writer'
import { dialectOf } from './clouds'
import type { ChatDialect } from './dialects'
import { toCompletion } from './to-completion'
import { withClientTools, writeCall } from './write-call'

/**
 * Chat by vendors with their own APIs, translated between OpenAI's format and theirs by the AI SDK's packages. An abort of the
 * call's signal ends the vendor's request at once; a pending promise rejects with the signal's reason.
 */
export function createAiSdkChat(settings: SdkSettings): ChatModel {
  const passed = createOpenAiCompatibleChat({
    ...settings,
    baseUrl: `${settings.baseUrl}/endpoints/openapi`,
    webSearch: undefined,
  })
  const modelOf = (call: ChatCall) => {
    const dialect = dialectOf(settings, String(call.request.model))
    if (dialect === undefined) throw new Error(`the vendor ${settings.sdk} serves no chat`)
    return dialect === 'openai' ? passed : translated(settings, dialect)
  }
  return {
    complete: async (call) => modelOf(call).complete(call),
    stream: async (call) => modelOf(call).stream(call),
  }
}

function translated(settings: SdkSettings, dialect: ChatDialect): ChatModel {
  const open = async (call: ChatCall, kind: 'whole' | 'stream') => {
    const written = await writeCall(call, dialect, settings.webSearch === true)
    const vendorFetch = createVendorFetch(settings, kind, call.onAccepted, dialect.mender)
    const fetch = withClientTools(vendorFetch, written.clientTools)
    return { model: await dialect.open(settings, written.model, fetch), written }
  }
  return {
    complete: (call) =>
      guarded(call, async () => {
        const { model, written } = await open(call, 'whole')
        const result = await model.doGenerate(written.options)
        return Buffer.from(JSON.stringify(toCompletion(result, written, dialect)))
      }),

    stream: (call) =>
      guarded(call, async () => {
        const { model, written } = await open(call, 'stream')
        const stopped = new AbortController()
        const abortSignal = AbortSignal.any([call.signal, stopped.signal])
        const { stream: parts } = await model.doStream({ ...written.options, abortSignal })
        const writer = new ChunkWriter(written, dialect)
        const stream = new PartStream({
          parts,
          writer,
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

async function guarded<Result>({ signal }: ChatCall, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof UpstreamError ? error : explainFailure(error)
  }
}

type Means = {
  parts: ReadableStream<LanguageModelV4StreamPart>
  writer: ChunkWriter
  /** The caller's signal: once it aborts, nothing more is delivered. */
  signal: AbortSignal
  /** Ends the call at the vendor. */
  stop: () => void
}

/** A streamed answer: the package's parts are read as fast as the receiver consumes their events. */
class PartStream implements ChatByteStream {
  readonly #reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>
  readonly #writer: ChunkWriter
  readonly #signal: AbortSignal
  readonly #stop: () => void
  #first = ''
  #resume: () => void = () => undefined
  #isOver = false

  constructor({ parts, writer, signal, stop }: Means) {
    this.#reader = parts.getReader()
    this.#writer = writer
    this.#signal = signal
    this.#stop = stop
  }

  /** Reads up to the first event for the client. Rejects with UpstreamError if there is none, so that another route can be tried. */
  async open(): Promise<void> {
    this.#first = await this.#next()
    if (this.#first === '') throw new UpstreamError('failed', { status: 200 })
  }

  start(receiver: ChatStreamReceiver): void {
    this.#deliver(receiver).catch((error: unknown) => this.#break(receiver, error))
  }

  resume(): void {
    this.#resume()
  }

  abort(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stop()
    this.#reader.cancel().catch(() => undefined)
  }

  async #deliver(receiver: ChatStreamReceiver): Promise<void> {
    for (let events = this.#first; events !== ''; events = await this.#next()) {
      if (this.#isOver) return
      const resumed = new Promise<void>((resolve) => {
        this.#resume = resolve
      })
      if (!receiver.onChunk(Buffer.from(events))) await resumed
    }
    if (this.#isOver) return
    this.#isOver = true
    receiver.onEnd()
  }

  /** The events of the next part that has any; empty at the end. */
  async #next(): Promise<string> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return ''
      if (value.type === 'error') throw explainFailure(value.error)
      const events = this.#writer.write(value)
      if (events !== '') return events
    }
  }

  #break(receiver: ChatStreamReceiver, error: unknown): void {
    if (this.#isOver) return
    this.abort()
    if (this.#signal.aborted) return
    receiver.onError(explainFailure(error))
  }
}
