import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { Usage } from '../schema'
import { webSearchesOf } from './to-usage-reply'

/** A context may be a little larger than the catalog says, and than we would count it; not twice as large. */
export const CONTEXT_SLACK = 2
/** Vendors search a few times for an answer; more than they are told to is not their way. */
const MOST_SEARCHES_BELIEVED = 100
const UNKNOWN_CONTEXT_TOKENS = 4_000_000

/** Whether an upstream can really have used so many tokens. One that cannot must not empty a customer's balance. */
export function isBelievable(
  usage: Usage,
  route: Pick<ResolvedRoute, 'contextLength'>,
  choices: number,
): boolean {
  const most = CONTEXT_SLACK * (route.contextLength ?? UNKNOWN_CONTEXT_TOKENS)
  const hasSearched = webSearchesOf(usage) <= MOST_SEARCHES_BELIEVED
  return usage.prompt_tokens <= most && usage.completion_tokens <= most * choices && hasSearched
}
