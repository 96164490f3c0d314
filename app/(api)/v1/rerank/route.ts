import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { RerankReply, RerankRequest } from '@/lib/gateway/calls/schema'
import { createRerank } from '@/lib/gateway/calls/whole-calls'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Rank documents by relevance to a query',
    limit: 'chat',
    keepsContents: true,
    body: RerankRequest,
    example: {
      model: 'sandbox/rerank',
      query: 'What carries a portico?',
      documents: ['Columns carry the roof of a portico.', 'Bread is baked in the morning.'],
      top_n: 1,
    },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: RerankReply,
    idempotent: true,
    refuses: [...modelRefusals, ...upstreamRefusals],
  },
  ({ caller, body, exchange: { id: requestId, signal, answerHeaders }, answerKept }) =>
    createRerank(caller, body, { requestId, signal, answerHeaders, answerKept }),
)
