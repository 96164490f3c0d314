import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { ChatRequest } from './chat-request'

/** Fields that would change the answer, or its price, and that the vendors' own APIs, as the package speaks them, do not know. */
const refused: Record<string, (request: ChatRequest) => boolean> = {
  n: ({ n }) => (n ?? 1) > 1,
  logprobs: ({ logprobs }) => logprobs === true,
  top_logprobs: ({ top_logprobs }) => (top_logprobs ?? 0) > 0,
  logit_bias: ({ logit_bias }) => Object.keys(logit_bias ?? {}).length > 0,
  modalities: ({ modalities }) => modalities?.some((one) => one !== 'text') ?? false,
  audio: ({ audio }) => audio != null,
  service_tier: ({ service_tier: tier }) => tier != null && tier !== 'auto' && tier !== 'default',
  web_search_options: ({ web_search_options: options }) =>
    Object.values(options ?? {}).some((one) => one != null),
}

/** What changes nothing of an answer when it is left out. Penalties and seeds are, too, where the vendor has none. */
const hints: readonly string[] = [
  'stream_options',
  'metadata',
  'prediction',
  'verbosity',
  'store',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
]

/** A field that nobody here knows may be anything: it is not left out without a word. */
function unknownField(request: ChatRequest): string | undefined {
  return Object.entries(request)
    .filter(([, value]) => value != null)
    .map(([name]) => name)
    .find((name) => !(name in ChatRequest.shape) && !hints.includes(name))
}

export function refuseFields(request: ChatRequest): void {
  const known = Object.entries(refused).find(([, isAsked]) => isAsked(request))
  const param = known?.[0] ?? unknownField(request)
  if (param !== undefined)
    throw new UpstreamError('unsupported', {
      code: 'unsupported_parameter',
      param,
      message: `This model does not take ${param}.`,
    })
}
