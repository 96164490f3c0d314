import { createSpeech } from '@/lib/gateway/calls/audio/create-speech'
import { SpeechRequest } from '@/lib/gateway/calls/audio/schema'
import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { typedReply } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'

export const POST = apiKeyRoute(
  {
    summary: 'Convert text to speech',
    limit: 'chat',
    keepsContents: true,
    body: SpeechRequest,
    example: { model: 'sandbox/speech', voice: 'alloy', input: 'The tide is out.', response_format: 'wav' },
    alsoReplies: ['audio/*', 'text/event-stream'],
    refuses: [...modelRefusals, ...upstreamRefusals],
  },
  async ({ caller, body, exchange: { id: requestId, signal, answerHeaders } }) =>
    typedReply(await createSpeech(caller, body, { requestId, signal, answerHeaders })),
)
