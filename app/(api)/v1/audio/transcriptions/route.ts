import { refuseWithoutCredit } from '@/lib/catalog/models/refuse-without-credit'
import { createTranscription } from '@/lib/gateway/calls/audio/create-transcription'
import { MOST_FORM_BYTES, TranscriptionForm, TranscriptReply } from '@/lib/gateway/calls/audio/schema'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { typedReply } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'

export const POST = apiKeyRoute(
  {
    summary: 'Transcribe an audio file',
    limit: 'chat',
    keepsContents: true,
    isForm: true,
    body: TranscriptionForm,
    maxBodyBytes: MOST_FORM_BYTES,
    beforeLargeBody: refuseWithoutCredit,
    reply: TranscriptReply,
    alsoReplies: ['text/plain', 'text/event-stream'],
    refuses: [...modelRefusals, ...upstreamRefusals],
  },
  async ({ caller, body, exchange: { id: requestId, signal, answerHeaders } }) =>
    typedReply(await createTranscription(caller, body, { requestId, signal, answerHeaders })),
)
