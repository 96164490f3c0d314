import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { askModel } from '@/lib/upstream/registry'
import type { CallContext } from '../charged-call'
import { performCall, sumOfTokens } from '../perform-call'
import type { ModerationReply, ModerationRequest } from './schema'

/** More than any upstream counts for a picture. */
const TOKENS_OF_PICTURE = 4096

/** Says what is harmful in texts or pictures. Throws as `performCall` does. */
export function createModeration(
  caller: Caller,
  { model, models, provider, input: given }: ModerationRequest,
  context: CallContext,
): Promise<ModerationReply> {
  const input = typeof given === 'string' ? [given] : given
  const parts = input.map((one) => (typeof one === 'string' ? { type: 'text' as const, text: one } : one))
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const pictures = TOKENS_OF_PICTURE * (parts.length - texts.length)
  return performCall(
    caller,
    {
      modality: 'moderation',
      asked: { model, models, provider },
      promptTokens: (_, tokensOf) => texts.reduce((sum, text) => sum + tokensOf(text), pictures),
      countTokens: () => sumOfTokens(texts),
      ask: (route, watch) =>
        askModel('moderation', route, (adapter) =>
          adapter.moderate({ model: route.upstreamId, input, ...watch }),
        ),
      write: ({ verdicts }, about) => ({ id: newId('modr'), results: [...verdicts], ...about }),
    },
    context,
  )
}
