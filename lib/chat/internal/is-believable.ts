import type { ResolvedRoute } from '@/lib/routing/resolve-route'
import type { Usage } from '../schema'

/** A context may be a little larger than the catalog says, and than we would count it; not twice as large. */
const SLACK = 2
const UNKNOWN_CONTEXT_TOKENS = 4_000_000

/** Whether an upstream can really have used so many tokens. One that cannot must not empty a customer's balance. */
export function isBelievable(usage: Usage, route: ResolvedRoute, choices: number): boolean {
  const most = SLACK * (route.contextLength ?? UNKNOWN_CONTEXT_TOKENS)
  return usage.prompt_tokens <= most && usage.completion_tokens <= most * choices
}
