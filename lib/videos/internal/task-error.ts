import { describeFailure } from '@/lib/routing/describe-failure'
import type { Failure } from '@/lib/routing/failure-of'
import type { VideoTaskError } from '../schema'

type Details = Partial<Pick<Failure, 'message' | 'param'>> & {
  /** Known better than by the code. */
  retryable?: boolean
}

/** The error object of a task that made nothing. */
export function taskError(code: string, details: Details = {}): VideoTaskError {
  const { message, type, retryable } = describeFailure(code)
  return {
    code,
    message: details.message ?? message,
    type,
    param: details.param ?? null,
    retryable: details.retryable ?? retryable,
  }
}
