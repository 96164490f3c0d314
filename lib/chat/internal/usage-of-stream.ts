import { countTokens } from '@/lib/platform/tokens'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { ChatRequest, Usage } from '../schema'
import { estimateUsage } from './estimate-usage'
import { isBelievable } from './is-believable'
import type { RelayEnd } from './stream-relay'
import { unescapeJson } from './unescape-json'

type StreamUsage = { usage: Usage | undefined; usageSource: 'upstream' | 'estimated' }

/**
 * What a stream used: as the upstream told it, and what came after that counted here, for some tell of the prompt at first
 * and of the answer at its end; counted here alone where it told nothing. Undefined of one that broke.
 */
export function usageOfStream(
  route: Pick<ResolvedRoute, 'contextLength'>,
  request: ChatRequest,
  end: RelayEnd,
): StreamUsage {
  const { usage: told, content, kind } = end
  if (!told || !isBelievable(told, route, request.n ?? 1))
    return {
      usage: kind === 'broken' ? undefined : estimateUsage(request, content),
      usageSource: 'estimated',
    }
  const untold = content.slice(end.countedLength)
  if (untold === '') return { usage: told, usageSource: 'upstream' }
  const { total_tokens: _, ...counted } = told
  const completionTokens = told.completion_tokens + countTokens(unescapeJson(untold))
  return { usage: { ...counted, completion_tokens: completionTokens }, usageSource: 'estimated' }
}
