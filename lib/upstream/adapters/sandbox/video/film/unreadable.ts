import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** The refusal of an input that is not what it should be. */
export function unreadable(what: string, cause?: unknown, why?: string): UpstreamError {
  return new UpstreamError('rejected', {
    code: 'invalid_input',
    param: 'content',
    message: `${what} in the content cannot be read${why === undefined ? '' : `: ${why}`}.`,
    cause,
  })
}
