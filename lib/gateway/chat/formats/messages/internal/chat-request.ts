import type { ChatRequest } from '../../../schema'
import type { CountTokensRequest, MessagesRequest } from '../schema'
import { toChatMessages } from './chat-messages'
import { type OfferedTools, toChatTools } from './tools'

/** The request in chat's form. `supported` are the parameters that the model is known to support. */
export function toChatRequest(
  request: MessagesRequest,
  offered: OfferedTools,
  supported: readonly string[],
): ChatRequest {
  const { max_tokens, stream, temperature, top_p, top_k, stop_sequences } = request
  return {
    ...toPrompt(request, offered),
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
export function toPrompt(request: CountTokensRequest, offered: OfferedTools): ChatRequest {
  const schema = (request.output_config?.format ?? request.output_format)?.schema
  const json_schema = { name: 'output', strict: true, schema: schema ?? {} }
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.models != null && { models: request.models }),
    ...(request.provider != null && { provider: request.provider }),
    messages: toChatMessages(request),
    ...toChatTools(offered, request.tool_choice),
    ...(request.cache_control != null && { cache_control: request.cache_control }),
    ...(schema && { response_format: { type: 'json_schema', json_schema } }),
  }
}

/** Of an answer's tokens, how many may be thoughts, and what chat calls that. */
const LOW_SHARE = 0.2
const MEDIUM_SHARE = 0.45

/** How much the model shall think: what was said outright, else the part of the answer that was given to thoughts. */
function toEffort({
  thinking,
  output_config,
  max_tokens,
}: Pick<MessagesRequest, 'thinking' | 'output_config' | 'max_tokens'>): { reasoning_effort?: string } {
  const effort = output_config?.effort
  if (thinking?.type === 'disabled') return {}
  if (effort) return { reasoning_effort: effort }
  if (thinking?.type !== 'enabled') return {}
  const share = thinking.budget_tokens / max_tokens
  return { reasoning_effort: share <= LOW_SHARE ? 'low' : share <= MEDIUM_SHARE ? 'medium' : 'high' }
}
