import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { AppError, errorTable, errorTypeOf } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { isRecord, parseJson } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import type { Sink, StreamBody } from '@/lib/platform/stream'
import { ToolNames } from '@/lib/upstream/contract/tool-names'
import { EventSplitter } from '@/lib/upstream/reading/frames'
import {
  type AnswerEnd,
  type AnswerPart,
  readAnswer,
  readEnding,
  readParts,
  type WholeAnswer,
} from './answer'
import { type ChatContext, createCompletion } from './create-completion'
import { promptUsage } from './internal/usage'
import { type ChatRequest, UsageReply } from './schema'

/** Another wire format for chat. */
export type Dialect = {
  /** Its names of chat's fields or paths (`tools[0].type`), for errors. */
  fieldNames: Readonly<Record<string, string>>
  writeWhole(answer: WholeAnswer): object | Promise<object>
  openStream(): StreamTranslator
}

/** Answers a conversation in another format: JSON text, or a stream of its events. */
export async function completeInDialect(
  dialect: Dialect,
  caller: Caller,
  request: ChatRequest,
  context: ChatContext,
): Promise<string | StreamBody> {
  try {
    const names = new CallNames()
    const answer = await createCompletion(caller, names.fit(request), context)
    const ids = new CallIds(request)
    const restore = (part: AnswerPart) => names.restore(ids.replaceId(part))
    if (typeof answer !== 'string')
      return translateStream(answer, dialect.openStream(), {
        restore,
        model: request.model ?? '',
        promptUsage: () => promptUsage(request, answer.reportedUsage()),
      })
    const { parts, ...whole } = readAnswer(answer)
    return JSON.stringify(await dialect.writeWhole({ ...whole, parts: parts.map(restore) }))
  } catch (error) {
    throw renameParam(error, dialect.fieldNames)
  }
}

/** The request with the exact numbers of these fields (JSON schemas), which JavaScript may not be able to represent. */
export function withExactNumbers<Schema extends z.ZodType<object>>(
  schema: Schema,
  request: z.output<Schema>,
  source: JsonSource | undefined,
  names: readonly string[],
): z.output<Schema> {
  const exact = source?.exact(...names) ?? {}
  return Object.keys(exact).length === 0 ? request : schema.parse({ ...request, ...exact })
}

/** Replaces chat's field in an error by the dialect's field that it came from. */
export function renameParam(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError) || error.param === null) return error
  const [field = ''] = error.param.split(/[.[]/)
  const renamed = names[error.param] ?? names[field]
  if (renamed === undefined) return error
  const { code, message, metadata, retryAfterSeconds, cause, wireCode } = error
  return new AppError(code, { message, param: renamed, metadata, retryAfterSeconds, cause, wireCode })
}

type AnswerHead = { id: string; created: number; model: string }

/** Writes a stream of chat completions in another format. Every method returns what to send, `''` for nothing. */
export interface StreamTranslator {
  /** Called once, with the first chunk. `promptUsage` returns the prompt's usage, as reported or counted so far. */
  begin(head: AnswerHead, promptUsage: () => UsageReply): string
  write(part: AnswerPart): string
  /** Called when the upstream has been silent for a while. */
  keepAlive(): string
  /** Called when the answer is complete. A promise delays the end until it resolves; it must not reject. */
  finish(end: AnswerEnd): string | Promise<string>
  /** Called when the answer broke off; nothing follows. */
  fail(error: StreamFailure): string
}

const Failure = z.object({
  message: z.string(),
  type: z.string(),
  code: z.string(),
})
export type StreamFailure = z.output<typeof Failure>

const Chunk = z.object({
  id: z.string(),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(z.looseObject({ delta: z.unknown(), finish_reason: z.string().nullable() })),
  usage: UsageReply.nullish(),
})
/** Nearly all events are chunks, so those are tried first. */
const Event = z.union([Chunk, z.object({ error: Failure })])

/** The model and the prompt's usage for the start of a stream, until the upstream reports them. */
type StreamDefaults = {
  model: string
  promptUsage: () => UsageReply
  restore?: (part: AnswerPart) => AnswerPart
}

/**
 * A stream of chat completions in another dialect. The stream must be requested with `include_usage`, so usage arrives before
 * its end. Back-pressure is kept: the translation of a part is sent before the next part is read.
 */
export function translateStream(
  body: StreamBody,
  translator: StreamTranslator,
  defaults: StreamDefaults,
): StreamBody {
  return {
    start: (sink) => {
      const reader = new ChunkReader(translator, defaults)
      body.start({
        write: (bytes) => writeTo(sink, reader.read(bytes)),
        onDrain: (callback) => sink.onDrain(callback),
        end: () => {
          if (reader.ending === undefined) sink.end()
          else reader.ending.then((text) => endWith(sink, text)).catch(() => sink.destroy())
        },
        destroy: () => sink.destroy(),
      })
    },
  }
}

/** Forwards the events of a chat stream as `rewrite` returns them from their payloads (`''` drops an event). Comments stay. */
export function forwardEvents(body: StreamBody, sink: Sink, rewrite: (payload: string) => string): void {
  const splitter = new EventSplitter()
  const read = (bytes: Buffer) =>
    splitter.push(bytes).map((payload) => rewrite(Buffer.from(payload, 'latin1').toString('utf8')))
  body.start({
    write: (bytes) => (typeof bytes === 'string' ? sink.write(bytes) : writeTo(sink, read(bytes).join(''))),
    onDrain: (callback) => sink.onDrain(callback),
    end: () => sink.end(),
    destroy: () => sink.destroy(),
  })
}

function writeTo(sink: Sink, text: string): boolean {
  return text === '' ? true : sink.write(text)
}

function endWith(sink: Sink, text: string): void {
  sink.write(text)
  sink.end()
}

const DONE = '[DONE]'
const INCONSISTENT: StreamFailure = {
  message: errorTable.upstream_error.message,
  type: errorTypeOf(errorTable.upstream_error.status),
  code: 'upstream_error',
}

class ChunkReader {
  private readonly splitter = new EventSplitter()
  private readonly order = new CallOrder()
  private hasBegun = false
  private isOver = false
  /** The end of the translation, while it is pending. */
  ending: Promise<string> | undefined
  private readonly end: Omit<AnswerEnd, 'usage'> & { usage?: UsageReply } = {
    finishReason: 'stop',
    stopSequence: null,
  }

  constructor(
    private readonly translator: StreamTranslator,
    private readonly defaults: StreamDefaults,
  ) {}

  read(bytes: Buffer | string): string {
    if (this.isOver) return ''
    // Only the relay's comments are strings. Before the first event they are valid in every format.
    if (typeof bytes === 'string') return this.hasBegun ? this.translator.keepAlive() : bytes
    let text = ''
    try {
      for (const payload of this.splitter.push(bytes)) text += this.translate(payload)
    } catch {
      // The upstream's parts are inconsistent: the client must not take what it has for the whole answer.
      text += this.fail(INCONSISTENT)
    }
    return text
  }

  private translate(payload: string): string {
    if (payload === DONE) return this.finish()
    const event = Event.parse(JSON.parse(Buffer.from(payload, 'latin1').toString('utf8')))
    if ('error' in event) return this.fail(event.error)
    let text = this.begin(event)
    if (event.usage) this.end.usage = event.usage
    const [choice] = event.choices
    for (const part of readParts(choice?.delta))
      text += this.writeAll(this.order.push(this.defaults.restore?.(part) ?? part))
    if (choice?.finish_reason) Object.assign(this.end, readEnding(choice))
    return text
  }

  private begin(head: AnswerHead): string {
    if (this.hasBegun) return ''
    this.hasBegun = true
    return this.translator.begin(head, this.defaults.promptUsage)
  }

  private finish(): string {
    const { usage, ...end } = this.end
    if (usage === undefined) throw new Error('usage was not requested')
    const rest = this.writeAll(this.order.end())
    const text = this.translator.finish({ ...end, usage })
    if (typeof text === 'string') return rest + text
    this.ending = text
    return rest
  }

  private writeAll(parts: AnswerPart[]): string {
    return parts.map((part) => this.translator.write(part)).join('')
  }

  private fail(failure: StreamFailure): string {
    this.isOver = true
    return (
      this.begin({
        id: newId('chatcmpl'),
        created: Math.floor(Date.now() / 1000),
        model: this.defaults.model,
      }) + this.translator.fail(failure)
    )
  }
}

/** Replaces IDs of calls that the conversation has used already: some upstreams reuse IDs, and agents match results by ID alone. */
export class CallIds {
  readonly #ids = new Map<string, string>()

  constructor({ messages }: Pick<ChatRequest, 'messages'>) {
    for (const message of messages)
      if (message.role === 'assistant')
        for (const { id } of message.tool_calls ?? []) if (id !== '') this.#ids.set(id, newId('call'))
  }

  replaceId(part: AnswerPart): AnswerPart {
    return part.type === 'call' ? { ...part, id: this.#ids.get(part.id) ?? part.id } : part
  }
}

/** Replaces names of tools that servers of chat completions refuse, such as long ones, and restores them in the answer. */
export class CallNames {
  readonly #names = new ToolNames()

  fit(request: ChatRequest): ChatRequest {
    const { tools, tool_choice: choice, messages } = request
    return {
      ...request,
      ...(tools && { tools: tools.map((tool) => this.#fitOne(tool)) }),
      ...(typeof choice === 'object' && choice && { tool_choice: this.#fitOne(choice) }),
      messages: messages.map((message) =>
        message.role === 'assistant' && message.tool_calls
          ? { ...message, tool_calls: message.tool_calls.map((call) => this.#fitOne(call)) }
          : message,
      ),
    }
  }

  #fitOne<One extends object>(one: One): One {
    const called: unknown = Reflect.get(one, 'function')
    if (!isRecord(called) || typeof called.name !== 'string') return one
    const name = this.#names.toVendor(called.name)
    return name === called.name ? one : Object.assign({}, one, { function: { ...called, name } })
  }

  restore(part: AnswerPart): AnswerPart {
    return part.type === 'call' ? { ...part, name: this.#names.toCaller(part.name) } : part
  }
}

/**
 * Puts the parts of a stream into the order that other formats need: one call ends before anything else begins. Upstreams may
 * interleave parallel calls. Parts are passed on as they arrive, but what begins before the previous call's arguments are
 * complete waits for the end of the answer. A call without arguments gets `{}`.
 */
export class CallOrder {
  #open: { index: number; arguments: string } | undefined
  /** Waiting parts; those of one call are together. */
  readonly #waiting = new Map<number | AnswerPart, AnswerPart[]>()

  push(part: AnswerPart): AnswerPart[] {
    const open = this.#open
    if (open && part.type === 'call' && part.index === open.index) return this.#pass(part)
    if (this.#waiting.size === 0 && (!open || isJson(open.arguments)))
      return [...this.#close(), ...this.#pass(part)]
    const key = part.type === 'call' ? part.index : part
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(part)
    else this.#waiting.set(key, [part])
    return []
  }

  /** The remaining parts at the end of the answer. */
  end(): AnswerPart[] {
    const groups = [...this.#waiting.values()]
    this.#waiting.clear()
    return [
      ...this.#close(),
      ...groups.flatMap((parts) => [...parts.flatMap((part) => this.#pass(part)), ...this.#close()]),
    ]
  }

  #pass(part: AnswerPart): AnswerPart[] {
    if (part.type === 'call') {
      this.#open ??= { index: part.index, arguments: '' }
      this.#open.arguments += part.arguments
    }
    return [part]
  }

  #close(): AnswerPart[] {
    const open = this.#open
    this.#open = undefined
    if (open?.arguments.trim() !== '') return []
    return [{ type: 'call', index: open.index, id: '', name: '', arguments: '{}' }]
  }
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}
