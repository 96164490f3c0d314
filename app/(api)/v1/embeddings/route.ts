import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { EmbeddingReply, EmbeddingRequest } from '@/lib/gateway/calls/schema'
import { createEmbeddings } from '@/lib/gateway/calls/whole-calls'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Create embeddings',
    limit: 'chat',
    keepsContents: true,
    body: EmbeddingRequest,
    example: { model: 'sandbox/embedding', input: ['near', 'far'] },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: EmbeddingReply,
    idempotent: true,
    refuses: [...modelRefusals, ...upstreamRefusals, 'unsupported_parameter'],
  },
  ({ caller, body, exchange: { id: requestId, signal, answerHeaders }, answerKept }) =>
    createEmbeddings(caller, body, { requestId, signal, answerHeaders, answerKept }),
)
