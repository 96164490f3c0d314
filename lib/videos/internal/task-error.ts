import { describeFailure } from '@/lib/platform/errors'
import type { Failure } from '@/lib/routing/upstream-fault'
import type { VideoTaskError } from '../schema'

type Details = Partial<Pick<Failure, 'message' | 'param'>> & {
  /** What the upstream knows; a code that may pass may pass whatever it says of this task. */
  isRetryable?: boolean
}

/** The error object of a task that made nothing. */
export function taskError(code: string, details: Details = {}): VideoTaskError {
  const { message, type, retryable } = describeFailure(code)
  return {
    code,
    message: details.message ?? message,
    type,
    param: details.param ?? null,
    retryable: retryable || details.isRetryable === true,
  }
}
