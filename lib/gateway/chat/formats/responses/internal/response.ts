import { clock } from '@/lib/platform/clock'
import type { AnswerEnd, AnswerPart, WholeAnswer } from '../../../answer'
import type { StreamFailure, StreamTranslator } from '../../../dialect'
import type { UsageReply } from '../../../schema'
import type { OutputItem } from '../items'
import type { ResponseReply, ResponsesRequest, ResponseUsage } from '../schema'
import { EventWriter, OutputWriter, tailOf } from './output-writer'
import type { ToolNames } from './tools'

/** How to write a response. */
export type AnswerStyle = {
  request: ResponsesRequest
  names: ToolNames
  /** The answer is a summary of the conversation. */
  compacts?: boolean
  /** Types of tools that were ignored. */
  ignoredTools: readonly string[]
  /** The ID of a response that was queued. */
  id?: string
  /** Stores the response with its seals, and returns whether that succeeded. Absent if it is not to be stored. */
  keep?: ((response: ResponseReply) => Promise<boolean>) | undefined
}

/** A whole answer in the Responses format, built like a stream whose events are dropped. */
export async function toWholeResponse(answer: WholeAnswer, style: AnswerStyle): Promise<ResponseReply> {
  const output = openOutput(style, answer)
  for (const part of answer.parts) output.write(part)
  output.close(isCutShort(answer.end) ? 'incomplete' : 'completed')
  const progress: Progress = { status: 'ended', end: answer.end }
  const response = toResponse(answer, style, output.output, progress)
  if (style.keep === undefined) return response
  return { ...response, store: await style.keep({ ...response, output: output.kept }) }
}

/** Writes a stream as the Responses format's events. */
export class ResponseStream implements StreamTranslator {
  readonly #style: AnswerStyle
  readonly #events = new EventWriter()
  #head: Head = { id: '', created: 0, model: '' }
  #output: OutputWriter

  constructor(style: AnswerStyle) {
    this.#style = style
    this.#output = openOutput(style, this.#head, this.#events)
  }

  begin(head: Head): string {
    this.#head = head
    this.#output = openOutput(this.#style, head, this.#events)
    return this.#lifecycle('created') + this.#lifecycle('in_progress')
  }

  write(part: AnswerPart): string {
    return this.#output.write(part)
  }

  keepAlive(): string {
    return ': keep-alive\n\n'
  }

  /** The response is stored before the last event, so a client that reads it can continue on any node. */
  finish(end: AnswerEnd): string | Promise<string> {
    const isWhole = !isCutShort(end)
    const closing = this.#output.close(isWhole ? 'completed' : 'incomplete')
    const response = this.#response({ status: 'ended', end })
    const last = (isKept: boolean) =>
      closing +
      this.#events.write(`response.${isWhole ? 'completed' : 'incomplete'}`, {
        response: { ...response, store: isKept },
      })
    const { keep } = this.#style
    return keep ? keep({ ...response, output: this.#output.kept }).then(last) : last(false)
  }

  /** Sent twice: as an `error` event, which some clients wait for, and as a failed response. */
  fail({ message, code }: StreamFailure): string {
    const reported = code === 'rate_limit_exceeded' ? code : 'server_error'
    const error = this.#events.write('error', { code: reported, message, param: null })
    return error + this.#lifecycle('failed', { status: 'failed', error: { code: reported, message } })
  }

  #lifecycle(name: string, progress: Progress = { status: 'in_progress' }): string {
    return this.#events.write(`response.${name}`, { response: this.#response(progress) })
  }

  #response(progress: Progress): ResponseReply {
    return toResponse(this.#head, this.#style, this.#output.output, progress)
  }
}

/** The output of an answer, before its first part. */
function openOutput(
  { request, names, compacts, id, keep }: AnswerStyle,
  head: Head,
  events = new EventWriter(),
) {
  return new OutputWriter({
    events,
    tail: tailOf(id ?? head.id),
    names,
    compacts: compacts ?? false,
    showsSeals: showsSeals(request),
    keepsSeals: keep !== undefined,
  })
}

export function showsSeals({ include }: Pick<ResponsesRequest, 'include'>): boolean {
  return include?.includes('reasoning.encrypted_content') ?? false
}

function isCutShort({ finishReason }: AnswerEnd): boolean {
  return incompleteReason(finishReason) !== null
}

type Head = { id: string; created: number; model: string }

/** The state of a response. */
type Progress =
  | { status: 'queued' | 'in_progress' }
  | { status: 'ended'; end: AnswerEnd }
  | { status: 'failed'; error: { code: string; message: string } }

/** The response object at any stage. It repeats the request's fields, like the vendor's. */
export function toResponse(
  head: Head,
  { request, ignoredTools, id, keep }: AnswerStyle,
  output: readonly OutputItem[],
  progress: Progress,
): ResponseReply {
  const end = progress.status === 'ended' ? progress.end : null
  const reason = end === null ? null : incompleteReason(end.finishReason)
  const status =
    progress.status === 'ended' ? (reason === null ? 'completed' : 'incomplete') : progress.status
  return {
    id: id ?? `resp_${tailOf(head.id)}`,
    object: 'response',
    created_at: head.created,
    completed_at: status === 'completed' ? Math.floor(clock.now().getTime() / 1000) : null,
    status,
    error: progress.status === 'failed' ? progress.error : null,
    incomplete_details: reason === null ? null : { reason },
    model: head.model,
    output: [...output],
    ...echoOf(request),
    metadata: {
      ...request.metadata,
      ...(ignoredTools.length > 0 && { portico_ignored_tools: ignoredTools.join(', ') }),
    },
    usage: end === null ? null : toResponseUsage(end.usage),
    store: keep !== undefined && status !== 'failed',
  }
}

function incompleteReason(finishReason: string): 'max_output_tokens' | 'content_filter' | null {
  if (finishReason === 'length') return 'max_output_tokens'
  return finishReason === 'content_filter' ? 'content_filter' : null
}

function echoOf(request: ResponsesRequest) {
  return {
    background: request.background ?? false,
    frequency_penalty: request.frequency_penalty ?? 0,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    presence_penalty: request.presence_penalty ?? 0,
    previous_response_id: request.previous_response_id ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: {
      effort: request.reasoning?.effort ?? null,
      summary: request.reasoning?.summary ?? request.reasoning?.generate_summary ?? null,
    },
    service_tier: request.service_tier && request.service_tier !== 'auto' ? request.service_tier : 'default',
    temperature: request.temperature ?? 1,
    text: { ...request.text, format: request.text?.format ?? { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_logprobs: 0,
    top_p: request.top_p ?? 1,
    truncation: 'disabled',
  }
}

function toResponseUsage(usage: UsageReply): ResponseUsage {
  const { cached_tokens, cache_write_tokens } = usage.prompt_tokens_details
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: {
      cached_tokens,
      cache_write_tokens: cache_write_tokens ?? 0,
    },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: usage.completion_tokens_details.reasoning_tokens },
    total_tokens: usage.total_tokens,
    cost: usage.cost,
  }
}
