import type { ChatRequest } from '@/lib/chat/schema'
import type { CountTokensRequest, MessagesRequest } from '../schema'
import { toChatMessages } from './to-chat-messages'
import { toChatTools } from './to-chat-tools'
import { toEffort } from './to-effort'

/** The request as chat takes it. `supported` are the parameters that the model is known to take. */
export function toChatRequest(request: MessagesRequest, supported: readonly string[]): ChatRequest {
  const { max_tokens, stream, temperature, top_p, top_k, stop_sequences } = request
  return {
    ...toPrompt(request),
    max_tokens,
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    // Hints, which upstreams that do not know them would refuse.
    ...(top_k != null && supported.includes('top_k') && { top_k }),
    ...(supported.includes('reasoning_effort') && toEffort(request)),
    ...(stop_sequences != null && stop_sequences.length > 0 && { stop: stop_sequences }),
  }
}

/** What of a request is read by the model: all that counts as its prompt. */
export function toPrompt(request: CountTokensRequest): ChatRequest {
  const schema = (request.output_config?.format ?? request.output_format)?.schema
  const json_schema = { name: 'output', strict: true, schema: schema ?? {} }
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.models != null && { models: request.models }),
    ...(request.provider != null && { provider: request.provider }),
    messages: toChatMessages(request),
    ...toChatTools(request),
    ...(request.cache_control != null && { cache_control: request.cache_control }),
    ...(schema && { response_format: { type: 'json_schema', json_schema } }),
  }
}
