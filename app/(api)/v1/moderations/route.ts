import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { ModerationReply, ModerationRequest } from '@/lib/gateway/calls/schema'
import { createModeration } from '@/lib/gateway/calls/whole-calls'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Classify texts or images by categories of harm',
    limit: 'chat',
    keepsContents: true,
    body: ModerationRequest,
    example: { model: 'sandbox/moderation', input: 'I will kill you' },
    maxBodyBytes: env().CHAT_BODY_MAX_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: ModerationReply,
    idempotent: true,
    refuses: [...modelRefusals, ...upstreamRefusals],
  },
  ({ caller, body, exchange: { id: requestId, signal, answerHeaders }, answerKept }) =>
    createModeration(caller, body, { requestId, signal, answerHeaders, answerKept }),
)
