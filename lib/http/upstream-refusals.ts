import type { ErrorCode } from '@/lib/platform/errors'

/** What a call may be refused for by the upstream that serves it, once no fallback is left. */
export const upstreamRefusals = [
  'content_policy_violation',
  'context_length_exceeded',
  'upstream_error',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ErrorCode[]
