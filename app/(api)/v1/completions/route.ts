import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { createTextCompletion } from '@/lib/gateway/chat/formats/completions/create-text-completion'
import { TextCompletionReply, TextCompletionRequest } from '@/lib/gateway/chat/formats/completions/schema'
import { sessionOf } from '@/lib/gateway/routing/conversation'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { jsonOrEvents } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Create a text completion',
    limit: 'chat',
    keepsContents: true,
    mayDropParameters: true,
    alsoReplies: ['text/event-stream'],
    body: TextCompletionRequest,
    example: { model: 'sandbox/chat', prompt: 'Once upon a time', max_tokens: 100 },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    idempotent: (body) => TextCompletionRequest.safeParse(body).data?.stream !== true,
    refuses: [...modelRefusals, 'unsupported_parameter', ...upstreamRefusals],
    reply: TextCompletionReply,
  },
  async ({ caller, body, exchange: { id: requestId, signal, answerHeaders, headers }, answerKept }) =>
    jsonOrEvents(
      await createTextCompletion(caller, body, {
        requestId,
        signal,
        answerHeaders,
        session: sessionOf(headers),
        answerKept,
      }),
    ),
)
