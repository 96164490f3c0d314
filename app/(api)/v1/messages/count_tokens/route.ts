import { messagesErrors } from '@/lib/gateway/chat/formats/messages/errors'
import { countMessageTokens } from '@/lib/gateway/chat/formats/messages/messages'
import { CountTokensReply, CountTokensRequest } from '@/lib/gateway/chat/formats/messages/schema'
import { apiKeyRoute } from '@/lib/http/routes'

/** Counting is free, so the limit is lower than for paid requests. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

export const POST = apiKeyRoute(
  {
    summary: 'Count the tokens of a message',
    limit: 'chat',
    body: CountTokensRequest,
    example: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello!' }] },
    maxBodyBytes: MAX_BODY_BYTES,
    reply: CountTokensReply,
    ...messagesErrors,
    refuses: ['model_not_found', 'model_not_allowed'],
  },
  ({ caller, body }) => countMessageTokens(caller, body),
)
