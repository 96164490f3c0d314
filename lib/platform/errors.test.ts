import { expect, it } from 'vitest'
import { type ErrorRule, errorTable, errorTypeOf } from './errors'
import { codesCountedAs, describeFailure, failureAsError, failureCodes } from './task-failures'

it('counts only failures of a provider against it: no refused requests, rate limits or faults of the gateway', () => {
  const [refused, limited] = [codesCountedAs('refused'), codesCountedAs('limited')]
  expect(refused).toEqual(
    expect.arrayContaining([
      'invalid_parameter',
      'context_length_exceeded',
      'invalid_input',
      'internal_error',
    ]),
  )
  expect(limited.toSorted()).toEqual(['rate_limit_exceeded', 'upstream_rate_limited'])
  for (const code of ['upstream_error', 'upstream_timeout', 'upstream_unavailable'])
    expect([...refused, ...limited]).not.toContain(code)
})

it('a code that requests and tasks share counts the same for both', () => {
  const rules: Record<string, ErrorRule> = errorTable
  for (const code of failureCodes.filter((one) => one in rules))
    expect([code, describeFailure(code).counts]).toEqual([code, rules[code]?.counts])
})

it('a request that waits for a task that fails gets its code, with the matching status', () => {
  const statusOf = (code: string) => failureAsError({ code, message: 'No.', param: 'prompt' }).status
  expect(Object.fromEntries(failureCodes.map((code) => [code, statusOf(code)]))).toEqual({
    content_policy_violation: 400,
    invalid_input: 400,
    input_download_failed: 400,
    upstream_error: 502,
    upstream_timeout: 504,
    upstream_rate_limited: 429,
    storage_error: 503,
    execution_expired: 503,
    insufficient_quota: 402,
    internal_error: 500,
  })
  expect(statusOf('a_word_of_the_upstream')).toBe(502)
  // The portrait protocol sends these with HTTP 200.
  expect(statusOf('validate_pending')).toBe(502)
  for (const code of failureCodes.filter((one) => one !== 'upstream_timeout')) {
    const error = failureAsError({ code, message: 'No.', param: 'prompt' })
    expect(error).toMatchObject({ wireCode: code, message: 'No.', param: 'prompt' })
    expect([code, errorTypeOf(error.status)]).toEqual([code, describeFailure(code).type])
  }
})
