import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { createTranslation } from '@/lib/gateway/calls/audio/create-transcription'
import { MOST_FORM_BYTES, TranscriptReply, TranslationForm } from '@/lib/gateway/calls/audio/schema'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { typedReply } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'

export const POST = apiKeyRoute(
  {
    summary: 'Translate an audio file into English text',
    limit: 'chat',
    keepsContents: true,
    isForm: true,
    body: TranslationForm,
    maxBodyBytes: MOST_FORM_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: TranscriptReply,
    alsoReplies: ['text/plain'],
    refuses: [...modelRefusals, ...upstreamRefusals, 'unsupported_parameter'],
  },
  async ({ caller, body, exchange }) =>
    typedReply(await createTranslation(caller, body, { requestId: exchange.id, signal: exchange.signal })),
)
