import type { ChatRequest } from '@/lib/chat/schema'
import type { ResponsesRequest, TextFormat } from '../schema'
import { toChatMessages } from './to-chat-messages'
import { toChatTools } from './to-chat-tools'

/** They ask for nothing, and many upstreams do not know the field. */
const ORDINARY_TIERS = ['auto', 'default']

/** The request as chat takes it. `supported` are the parameters that the model is known to take. */
export function toChatRequest(request: ResponsesRequest, supported: readonly string[]): ChatRequest {
  const {
    model,
    models,
    provider,
    stream,
    max_output_tokens,
    temperature,
    top_p,
    text,
    reasoning,
    service_tier,
  } = request
  const effort = reasoning?.effort
  return {
    ...(model === undefined ? {} : { model }),
    ...(models != null && { models }),
    ...(provider != null && { provider }),
    messages: toChatMessages(request),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
    ...(max_output_tokens != null && { max_tokens: max_output_tokens }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    ...(service_tier != null && !ORDINARY_TIERS.includes(service_tier) && { service_tier }),
    ...toChatTools(request),
    ...toFormat(text?.format),
    // Hints, which upstreams that do not know them would refuse.
    ...(effort && supported.includes('reasoning_effort') && { reasoning_effort: effort }),
    ...(text?.verbosity && supported.includes('verbosity') && { verbosity: text.verbosity }),
  }
}

function toFormat(format: TextFormat | null | undefined): Pick<ChatRequest, 'response_format'> {
  if (format == null || format.type === 'text') return {}
  if (format.type === 'json_object') return { response_format: { type: 'json_object' } }
  const { name, description, schema, strict } = format
  const json_schema = {
    name,
    ...(description == null ? {} : { description }),
    schema,
    ...(strict == null ? {} : { strict }),
  }
  return { response_format: { type: 'json_schema', json_schema } }
}
