import { expect, it } from 'vitest'
import { codesCountedAs, describeFailure, type ErrorRule, errorTable, failureCodes } from './errors'

it('tells failures of providers from refusals, from their limits and from faults of ours', () => {
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

it('says the same of a code that requests and tasks share', () => {
  const rules: Record<string, ErrorRule> = errorTable
  for (const code of failureCodes.filter((one) => one in rules))
    expect([code, describeFailure(code).counts]).toEqual([code, rules[code]?.counts])
})
