import { describe, expect, it } from 'vitest'
import { describeFailure } from '@/lib/platform/errors'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { failureOf } from './upstream-fault'

describe('what a task says of an upstream', () => {
  it('that refuses is final; what may pass is not', () => {
    const finals = (
      ['rejected', 'unsupported', 'rate_limited', 'failed', 'unreachable', 'timeout'] as const
    ).map((fault) => [
      fault,
      failureOf(new UpstreamError(fault)).code,
      failureOf(new UpstreamError(fault)).isFinal,
    ])
    expect(finals).toEqual([
      ['rejected', 'invalid_input', true],
      ['unsupported', 'invalid_input', true],
      ['rate_limited', 'upstream_rate_limited', false],
      ['failed', 'upstream_error', false],
      ['unreachable', 'upstream_error', false],
      ['timeout', 'upstream_timeout', false],
    ])
  })

  it('that names a code is that code, for good, in its own words where they may be shown', () => {
    const named = new UpstreamError('failed', { code: 'content_policy_violation', param: 'prompt' })
    expect(failureOf(named)).toEqual({
      code: 'content_policy_violation',
      message: describeFailure('content_policy_violation').message,
      param: 'prompt',
      isFinal: true,
    })
    const told = new UpstreamError('rejected', { message: 'No kites.' })
    expect(failureOf(told)).toMatchObject({ code: 'invalid_input', message: 'No kites.' })
  })

  it('that the balance does not cover is not worth another try either', () => {
    expect(describeFailure('insufficient_quota')).toMatchObject({
      type: 'insufficient_quota',
      retryable: false,
    })
  })

  it('with a code of nobody is not worth another try', () => {
    expect(describeFailure('kite_shortage')).toMatchObject({ type: 'upstream_error', retryable: false })
  })
})
