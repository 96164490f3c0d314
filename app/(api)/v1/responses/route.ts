import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { createResponse } from '@/lib/gateway/chat/formats/responses/create-response'
import { ResponseReply, ResponsesRequest } from '@/lib/gateway/chat/formats/responses/schema'
import { sessionOf } from '@/lib/gateway/routing/conversation'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { jsonOrEvents } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Create a response (OpenAI’s Responses format)',
    limit: 'chat',
    keepsContents: true,
    mayDropParameters: true,
    alsoReplies: ['text/event-stream'],
    body: ResponsesRequest,
    example: { model: 'sandbox/chat', input: 'Hello!' },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: ResponseReply,
    idempotent: (body) => ResponsesRequest.safeParse(body).data?.stream !== true,
    refuses: [...modelRefusals, 'unsupported_parameter', 'previous_response_not_found', ...upstreamRefusals],
  },
  async ({
    caller,
    body,
    source,
    exchange: { id: requestId, signal, answerHeaders, headers, takeRoom },
    answerKept,
  }) =>
    jsonOrEvents(
      await createResponse(caller, body, {
        requestId,
        signal,
        answerHeaders,
        session: sessionOf(headers),
        takeRoom,
        answerKept,
        source,
      }),
    ),
)
