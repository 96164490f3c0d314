import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { messagesErrors } from '@/lib/gateway/chat/formats/messages/errors'
import { createMessage } from '@/lib/gateway/chat/formats/messages/messages'
import { MessageReply, MessagesRequest } from '@/lib/gateway/chat/formats/messages/schema'
import { sessionOf } from '@/lib/gateway/routing/conversation'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { jsonOrEvents } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Create a message (Anthropic’s Messages format)',
    limit: 'chat',
    keepsContents: true,
    marks: 'anthropic',
    mayDropParameters: true,
    alsoReplies: ['text/event-stream'],
    body: MessagesRequest,
    example: { model: 'sandbox/chat', max_tokens: 100, messages: [{ role: 'user', content: 'Hello!' }] },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: MessageReply,
    idempotent: (body) => MessagesRequest.safeParse(body).data?.stream !== true,
    ...messagesErrors,
    refusesBelow: '/v1/messages',
    refuses: [...modelRefusals, 'unsupported_parameter', ...upstreamRefusals],
  },
  async ({ caller, body, source, exchange: { id: requestId, signal, answerHeaders, headers }, answerKept }) =>
    jsonOrEvents(
      await createMessage(caller, body, {
        requestId,
        signal,
        answerHeaders,
        session: sessionOf(headers),
        answerKept,
        source,
      }),
    ),
)
