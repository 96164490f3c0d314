import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { createCompletion } from '@/lib/gateway/chat/create-completion'
import { ChatReply, ChatRequest } from '@/lib/gateway/chat/schema'
import { sessionOf } from '@/lib/gateway/routing/conversation'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { jsonOrEvents } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Create a chat completion',
    limit: 'chat',
    keepsContents: true,
    mayDropParameters: true,
    alsoReplies: ['text/event-stream'],
    body: ChatRequest,
    example: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello!' }], max_tokens: 100 },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    idempotent: (body) => ChatRequest.safeParse(body).data?.stream !== true,
    refuses: [...modelRefusals, 'unsupported_parameter', ...upstreamRefusals],
    reply: ChatReply,
  },
  async ({ caller, body, source, exchange: { id: requestId, signal, answerHeaders, headers }, answerKept }) =>
    jsonOrEvents(
      await createCompletion(caller, body, {
        requestId,
        signal,
        answerHeaders,
        session: sessionOf(headers),
        answerKept,
        source,
      }),
    ),
)
