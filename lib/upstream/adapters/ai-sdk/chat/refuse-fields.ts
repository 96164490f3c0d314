import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { ChatRequest } from './chat-request'

/**
 * Fields that would change the answer and that the vendors' own APIs, as the package speaks them, do not know. What is
 * merely a hint (penalties, seeds, service tiers, metadata, prediction, verbosity) is left out instead where it is not known.
 */
const refused: Record<string, (request: ChatRequest) => boolean> = {
  n: ({ n }) => (n ?? 1) > 1,
  logprobs: ({ logprobs }) => logprobs === true,
  top_logprobs: ({ top_logprobs }) => (top_logprobs ?? 0) > 0,
  logit_bias: ({ logit_bias }) => Object.keys(logit_bias ?? {}).length > 0,
  modalities: ({ modalities }) => modalities?.some((one) => one !== 'text') ?? false,
  audio: ({ audio }) => audio != null,
}

export function refuseFields(request: ChatRequest): void {
  for (const [param, isAsked] of Object.entries(refused))
    if (isAsked(request))
      throw new UpstreamError('unsupported', { param, message: `This model does not take ${param}.` })
}
