import type { AnswerEnd } from '@/lib/chat/read-ending'
import { clock } from '@/lib/platform/clock'
import type { OutputItem, ResponseReply, ResponsesRequest } from '../schema'
import { toResponseUsage } from './to-response-usage'

export type Head = { id: string; created: number; model: string }

/** How far an answer has come. */
export type Progress =
  | { status: 'in_progress' }
  | { status: 'ended'; end: AnswerEnd }
  | { status: 'failed'; error: { code: string; message: string } }

/** The response object at any time of its life, with what was asked repeated in it as the vendor does. */
export function toResponse(
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

/** What the ids of a response and of its items have in common. */
export function tailOf(chatId: string): string {
  return chatId.slice(chatId.indexOf('_') + 1)
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
