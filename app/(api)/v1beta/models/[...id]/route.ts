import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { ModelPath } from '@/lib/catalog/models/schema'
import { geminiErrors } from '@/lib/gateway/chat/formats/gemini/errors'
import { callModelMethod, readGeminiModel } from '@/lib/gateway/chat/formats/gemini/gemini'
import {
  GeminiModel,
  ModelMethodQuery,
  ModelMethodReply,
  ModelMethodRequest,
} from '@/lib/gateway/chat/formats/gemini/schema'
import { sessionOf } from '@/lib/gateway/routing/conversation'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { jsonOrEvents } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const GET = apiKeyRoute(
  {
    summary: 'Retrieve a model (Google’s Gemini format)',
    limit: 'account',
    needs: null,
    params: ModelPath,
    reply: GeminiModel,
    acceptsKeyInQuery: true,
    refuses: ['model_not_found', 'model_not_allowed'],
    ...geminiErrors,
  },
  ({ caller, params }) => readGeminiModel(caller, params.id),
)

/** `{model}:generateContent`, `:streamGenerateContent` and `:countTokens`. */
export const POST = apiKeyRoute(
  {
    summary: 'Call a method of a model (Google’s Gemini format)',
    limit: 'chat',
    keepsContents: true,
    marks: 'google',
    mayDropParameters: true,
    alsoReplies: ['text/event-stream'],
    params: ModelPath,
    query: ModelMethodQuery,
    body: ModelMethodRequest,
    example: { contents: [{ role: 'user', parts: [{ text: 'Hello!' }] }] },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: ModelMethodReply,
    acceptsKeyInQuery: true,
    idempotent: (_body, query) => query.get('alt') !== 'sse',
    ...geminiErrors,
    refuses: [...modelRefusals, 'not_found', 'unsupported_parameter', ...upstreamRefusals],
  },
  async ({ caller, params, query, body, exchange, answerKept }) =>
    jsonOrEvents(
      await callModelMethod(
        caller,
        { path: params.id, body, isSse: query.alt === 'sse' },
        {
          requestId: exchange.id,
          signal: exchange.signal,
          answerHeaders: exchange.answerHeaders,
          session: sessionOf(exchange.headers),
          answerKept,
        },
      ),
    ),
)
