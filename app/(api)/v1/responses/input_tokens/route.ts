import { countInputTokens } from '@/lib/gateway/chat/formats/responses/create-response'
import { InputTokensReply, InputTokensRequest } from '@/lib/gateway/chat/formats/responses/schema'
import { apiKeyRoute } from '@/lib/http/routes'

/** Counting is free, so the limit is lower than for paid requests. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

export const POST = apiKeyRoute(
  {
    summary: 'Count the input tokens of a response',
    limit: 'chat',
    body: InputTokensRequest,
    example: { model: 'sandbox/chat', input: 'Hello!' },
    maxBodyBytes: MAX_BODY_BYTES,
    reply: InputTokensReply,
    refuses: ['model_not_found', 'model_not_allowed', 'previous_response_not_found'],
  },
  ({ caller, body, exchange: { takeRoom } }) => countInputTokens(caller, body, takeRoom),
)
