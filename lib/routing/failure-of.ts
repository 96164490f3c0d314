import { describeFailure } from '@/lib/platform/errors'
import type { UpstreamError, UpstreamFault } from '@/lib/upstream/contract/upstream-error'

const codes: Record<UpstreamFault, string> = {
  rejected: 'invalid_input',
  unsupported: 'invalid_input',
  rate_limited: 'upstream_rate_limited',
  failed: 'upstream_error',
  unreachable: 'upstream_error',
  timeout: 'upstream_timeout',
}

const messages: Partial<Record<UpstreamFault, string>> = {
  unsupported: 'The upstream cannot do what was asked for.',
  unreachable: 'The upstream could not be reached.',
}

export type Failure = {
  code: string
  message: string
  param: string | null
  /** Another try gives the same answer. */
  isFinal: boolean
}

/** An upstream's fault in the words of a task's `error`. An adapter names a code only where it is sure of what was meant. */
export function failureOf({ fault, code: named, message, hasPublicMessage, param }: UpstreamError): Failure {
  const code = named ?? codes[fault]
  const ownWords = (named === undefined ? messages[fault] : undefined) ?? describeFailure(code).message
  return {
    code,
    message: hasPublicMessage ? message : ownWords,
    param,
    isFinal: named !== undefined || fault === 'rejected' || fault === 'unsupported',
  }
}
