import type { ErrorCode } from '@/lib/platform/errors'

/** What a call of a model may be refused for before any upstream is asked: which model, and who pays. */
export const modelRefusals = [
  'model_not_found',
  'model_not_allowed',
  'insufficient_quota',
  'key_limit_exceeded',
] as const satisfies readonly ErrorCode[]
