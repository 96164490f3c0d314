import { z } from 'zod'
import { errorEvent } from '@/lib/gateway/routing/upstream-fault'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import type { Sink, StreamBody } from '@/lib/platform/stream'
import { traced } from '@/lib/platform/tracing'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type ChatContext, createCompletion } from '../../create-completion'
import { forwardEvents, renameParam } from '../../dialect'
import { type ChatRequest, UsageReply } from '../../schema'
import type { TextChoice, TextCompletionReply, TextCompletionRequest, TextLogprobs } from './schema'

/**
 * Completes texts with a chat model: JSON text, or a stream of server-sent events when `stream` is true. Each prompt is a separate
 * chat, held and booked separately. If one of several whole answers fails, none is charged. Streams follow one another, so the
 * answers before a failed one are delivered and charged.
 */
export async function createTextCompletion(
  caller: Caller,
  request: TextCompletionRequest,
  context: Omit<ChatContext, 'source'>,
): Promise<string | StreamBody> {
  refuseUnsupported(request)
  const prompts = [request.prompt].flat()
  const complete: Complete = async (prompt, overrides) => {
    try {
      return await traced('prompt', {}, () =>
        createCompletion(caller, toChatRequest(request, prompt), { ...context, ...overrides }),
      )
    } catch (error) {
      throw renameParam(error, FIELD_NAMES)
    }
  }
  return request.stream === true
    ? completeStreamed(complete, prompts, request, context)
    : JSON.stringify(await completeWhole(complete, prompts, request, context))
}

type Complete = (prompt: string, overrides: Partial<ChatContext>) => Promise<string | StreamBody>

const FIELD_NAMES = { messages: 'prompt', top_logprobs: 'logprobs' }

const DEFAULT_TOKENS = 16

function toChatRequest(request: TextCompletionRequest, prompt: string): ChatRequest {
  const { prompt: _prompt, echo: _echo, suffix: _suffix, best_of: _best, logprobs, ...chat } = request
  return {
    ...chat,
    max_tokens: request.max_tokens ?? DEFAULT_TOKENS,
    messages: [{ role: 'user', content: prompt }],
    ...(logprobs != null && { logprobs: true, top_logprobs: logprobs }),
  }
}

function refuseUnsupported({ suffix, best_of, n, echo, logprobs }: TextCompletionRequest): void {
  if (suffix) throw unsupported('suffix', 'chat models only continue a text')
  if ((best_of ?? 1) > (n ?? 1)) throw unsupported('best_of', 'every billed choice is returned; use n')
  if (echo === true && logprobs != null)
    throw unsupported('echo', 'chat models report no probabilities of the prompt; omit logprobs')
}

function unsupported(param: string, why: string): AppError {
  return new AppError('unsupported_parameter', { param, message: `${param} is not supported: ${why}.` })
}

const ChatLogprobs = z.object({
  content: z
    .array(
      z.object({
        token: z.string(),
        logprob: z.number(),
        top_logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).default([]),
      }),
    )
    .nullish(),
})
const text = z.string().nullish()
const Content = z.object({ content: text, refusal: text })
type Content = z.output<typeof Content>
const choice = { index: z.int(), logprobs: ChatLogprobs.nullish().catch(null) }

/** The fields that are read of a chat's answer, whole or in chunks. */
const Answer = z.object({
  model: z.string(),
  choices: z.array(z.object({ ...choice, message: Content, finish_reason: z.string() })),
  usage: UsageReply,
})
const Chunk = z.object({
  model: z.string(),
  choices: z.array(z.object({ ...choice, delta: Content, finish_reason: z.string().nullable() })),
  usage: UsageReply.nullish(),
})
const Event = z.union([Chunk, z.object({ error: z.unknown() })])

async function completeWhole(
  complete: Complete,
  prompts: readonly string[],
  request: TextCompletionRequest,
  { requestId, answerKept }: ChatContext,
): Promise<TextCompletionReply> {
  // If one of several fails, the client gets none of them.
  const haveAllAnswered = Promise.withResolvers<boolean>()
  const kept = prompts.length > 1 ? haveAllAnswered.promise : answerKept
  const answers = Promise.all(
    prompts.map(async (prompt, position) => {
      const answer = await complete(prompt, {
        requestId: position === 0 ? requestId : newId('req'),
        answerKept: kept,
      })
      return Answer.parse(JSON.parse(String(answer)))
    }),
  )
  answers.then(
    () => haveAllAnswered.resolve(answerKept ?? true),
    () => haveAllAnswered.resolve(false),
  )
  const all = await answers
  const choices = all.flatMap((answer, position) =>
    answer.choices.map(({ index, message, logprobs, finish_reason }): TextChoice => {
      const echoed = request.echo === true ? (prompts[position] ?? '') : ''
      return {
        text: echoed + textOf(message),
        index: position * (request.n ?? 1) + index,
        logprobs: toTextLogprobs(logprobs, 0),
        finish_reason,
      }
    }),
  )
  return { ...newHead(), model: all[0]?.model ?? '', choices, usage: sumOf(all.map(({ usage }) => usage)) }
}

function newHead(): { id: string; object: 'text_completion'; created: number } {
  return { id: newId('cmpl'), object: 'text_completion', created: Math.floor(Date.now() / 1000) }
}

function textOf({ content, refusal }: Content): string {
  return content || refusal || ''
}

function toTextLogprobs(
  given: z.output<typeof ChatLogprobs> | null | undefined,
  from: number,
): TextLogprobs | null {
  if (!given?.content) return null
  let offset = from
  const logprobs: TextLogprobs = { tokens: [], token_logprobs: [], top_logprobs: [], text_offset: [] }
  for (const { token, logprob, top_logprobs } of given.content) {
    logprobs.tokens.push(token)
    logprobs.token_logprobs.push(logprob)
    logprobs.top_logprobs.push(Object.fromEntries(top_logprobs.map((one) => [one.token, one.logprob])))
    logprobs.text_offset.push(offset)
    offset += token.length
  }
  return logprobs
}

/** The usage of one prompt as reported; of several, the sum of what all answers report. */
function sumOf(usages: readonly UsageReply[]): UsageReply {
  const [only, ...others] = usages
  if (only !== undefined && others.length === 0) return only
  const sum = (count: (usage: UsageReply) => number) => usages.reduce((total, one) => total + count(one), 0)
  return {
    prompt_tokens: sum((usage) => usage.prompt_tokens),
    completion_tokens: sum((usage) => usage.completion_tokens),
    total_tokens: sum((usage) => usage.total_tokens),
    prompt_tokens_details: { cached_tokens: sum((usage) => usage.prompt_tokens_details.cached_tokens) },
    completion_tokens_details: {
      reasoning_tokens: sum((usage) => usage.completion_tokens_details.reasoning_tokens),
    },
    cost: sum((usage) => usage.cost),
  }
}

/** Resolves when the first prompt's answer begins. */
async function completeStreamed(
  complete: Complete,
  prompts: readonly string[],
  request: TextCompletionRequest,
  context: ChatContext,
): Promise<StreamBody> {
  const [prompt = ''] = prompts
  const first = await complete(prompt, {})
  return {
    start: (sink) => new TextStream(complete, prompts, request, context, sink).play(0, first),
  }
}

/** The answers to all prompts in one stream, one after another. */
class TextStream {
  readonly #head = newHead()
  readonly #usages: UsageReply[] = []
  /** The length of each choice's text so far. */
  readonly #lengths = new Map<number, number>()
  #model = ''
  #isBroken = false
  #goOn: () => void = () => undefined

  constructor(
    private readonly complete: Complete,
    private readonly prompts: readonly string[],
    private readonly request: TextCompletionRequest,
    private readonly context: ChatContext,
    private readonly sink: Sink,
  ) {
    sink.onDrain(() => this.#goOn())
  }

  play(position: number, body: string | StreamBody): void {
    if (typeof body === 'string') throw new Error('a stream was requested')
    const sink: Sink = {
      write: (text) => this.sink.write(text),
      onDrain: (callback) => {
        this.#goOn = callback
      },
      end: () => this.#next(position + 1),
      destroy: () => this.sink.destroy(),
    }
    forwardEvents(body, sink, (payload) => this.#rewrite(position, payload))
  }

  #next(position: number): void {
    const prompt = this.prompts[position]
    if (this.#isBroken || this.context.signal.aborted) this.sink.end()
    else if (prompt === undefined) this.#finish()
    else
      this.complete(prompt, { requestId: newId('req') })
        .then((body) => this.play(position, body))
        .catch((error: unknown) => {
          this.sink.write(errorEvent(this.context.requestId, error))
          this.sink.end()
        })
  }

  #finish(): void {
    if (this.#usages.length > 0) this.sink.write(this.#event({ choices: [], usage: sumOf(this.#usages) }))
    this.sink.write('data: [DONE]\n\n')
    this.sink.end()
  }

  #rewrite(position: number, payload: string): string {
    if (this.#isBroken || payload === '[DONE]') return ''
    try {
      const event = Event.parse(JSON.parse(payload))
      if ('error' in event) {
        this.#isBroken = true
        return `data: ${payload}\n\n`
      }
      this.#model = event.model
      if (event.usage) this.#usages.push(event.usage)
      const choices = event.choices.map((one) => this.#toChoice(position, one))
      return choices.length === 0 ? '' : this.#event({ choices })
    } catch (cause) {
      this.#isBroken = true
      return errorEvent(this.context.requestId, new UpstreamError('failed', { cause }))
    }
  }

  #toChoice(
    position: number,
    { index: chatIndex, delta, logprobs, finish_reason }: z.output<typeof Chunk>['choices'][number],
  ) {
    const index = position * (this.request.n ?? 1) + chatIndex
    const length = this.#lengths.get(index)
    const echoed = length === undefined && this.request.echo === true ? (this.prompts[position] ?? '') : ''
    const text = echoed + textOf(delta)
    this.#lengths.set(index, (length ?? 0) + text.length)
    return { text, index, logprobs: toTextLogprobs(logprobs, length ?? 0), finish_reason }
  }

  #event(fields: object): string {
    return `data: ${JSON.stringify({ ...this.#head, model: this.#model, ...fields })}\n\n`
  }
}
