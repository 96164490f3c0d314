import type { AnswerEnd, AnswerPart, WholeAnswer } from '@/lib/chat/answer'
import type { StreamFailure, StreamTranslator } from '@/lib/chat/dialect'
import type { UsageReply } from '@/lib/chat/schema'
import { clock } from '@/lib/platform/clock'
import type { OutputItem, ResponseReply, ResponsesRequest, ResponseUsage } from '../schema'
import { EventWriter, type OutputWriter, openOutput, tailOf } from './output-writer'

/** A whole answer in the Responses format: built like a streamed one, whose events are dropped. */
export function toWholeResponse(answer: WholeAnswer, request: ResponsesRequest): ResponseReply {
  const output = openOutput(request, answer.id)
  for (const part of answer.parts) output.write(part)
  const { finishReason } = answer.end
  output.close(finishReason === 'length' || finishReason === 'content_filter' ? 'incomplete' : 'completed')
  return toResponse(answer, request, output.output, { status: 'ended', end: answer.end })
}

/** Writes a stream as the Responses format's events. */
export class ResponseStream implements StreamTranslator {
  readonly #request: ResponsesRequest
  readonly #events = new EventWriter()
  #head: Head = { id: '', created: 0, model: '' }
  #output: OutputWriter

  constructor(request: ResponsesRequest) {
    this.#request = request
    this.#output = openOutput(request, this.#head.id, this.#events)
  }

  begin(head: Head): string {
    this.#head = head
    this.#output = openOutput(this.#request, head.id, this.#events)
    return this.#lifecycle('created') + this.#lifecycle('in_progress')
  }

  write(part: AnswerPart): string {
    return this.#output.write(part)
  }

  keepAlive(): string {
    return ': keep-alive\n\n'
  }

  finish(end: AnswerEnd): string {
    const isWhole = end.finishReason !== 'length' && end.finishReason !== 'content_filter'
    const closing = this.#output.close(isWhole ? 'completed' : 'incomplete')
    return closing + this.#lifecycle(isWhole ? 'completed' : 'incomplete', { status: 'ended', end })
  }

  /** Sent twice: as an event of its own, which some clients wait for, and as the end that the response came to. */
  fail({ message, code }: StreamFailure): string {
    const own = code === 'rate_limit_exceeded' ? code : 'server_error'
    const error = this.#events.write('error', { code: own, message, param: null })
    return error + this.#lifecycle('failed', { status: 'failed', error: { code: own, message } })
  }

  #lifecycle(name: string, progress: Progress = { status: 'in_progress' }): string {
    const response = toResponse(this.#head, this.#request, this.#output.output, progress)
    return this.#events.write(`response.${name}`, { response })
  }
}

type Head = { id: string; created: number; model: string }

/** How far an answer has come. */
type Progress =
  | { status: 'in_progress' }
  | { status: 'ended'; end: AnswerEnd }
  | { status: 'failed'; error: { code: string; message: string } }

/** The response object at any time of its life, with what was asked repeated in it as the vendor does. */
function toResponse(
  head: Head,
  request: ResponsesRequest,
  output: readonly OutputItem[],
  progress: Progress,
): ResponseReply {
  const end = progress.status === 'ended' ? progress.end : null
  const reason = end === null ? null : incompleteReason(end.finishReason)
  const status =
    progress.status === 'ended' ? (reason === null ? 'completed' : 'incomplete') : progress.status
  return {
    id: `resp_${tailOf(head.id)}`,
    object: 'response',
    created_at: head.created,
    completed_at: status === 'completed' ? Math.floor(clock.now().getTime() / 1000) : null,
    status,
    error: progress.status === 'failed' ? progress.error : null,
    incomplete_details: reason === null ? null : { reason },
    model: head.model,
    output: [...output],
    ...echoOf(request),
    usage: end === null ? null : toResponseUsage(end.usage),
    store: false,
    previous_response_id: null,
  }
}

function incompleteReason(finishReason: string): 'max_output_tokens' | 'content_filter' | null {
  if (finishReason === 'length') return 'max_output_tokens'
  return finishReason === 'content_filter' ? 'content_filter' : null
}

function echoOf(request: ResponsesRequest) {
  return {
    background: false,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
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
