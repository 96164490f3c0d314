import { expect, it } from 'vitest'
import { knobFailure } from './knob-failure'
import { parseKnobs } from './parse-knobs'

it.each([
  ['[[fail:content_policy_violation]]', 'rejected', 'content_policy_violation'],
  ['[[fail:rate_limit_exceeded]]', 'rate_limited', 'rate_limit_exceeded'],
  ['[[fail:upstream_timeout]]', 'timeout', 'upstream_timeout'],
  ['[[fail:upstream_unavailable]]', 'unreachable', 'upstream_unavailable'],
  ['[[fail:upstream_error]]', 'failed', 'upstream_error'],
  ['[[fail:__proto__]]', 'rejected', '__proto__'],
  ['[[status:429]]', 'rate_limited', undefined],
  ['[[status:400]]', 'rejected', undefined],
  ['[[status:422]]', 'rejected', undefined],
  ['[[status:401]]', 'failed', undefined],
  ['[[status:504]]', 'failed', undefined],
])('%s is a fault of the kind %s', (prompt, fault, code) => {
  const failure = knobFailure(parseKnobs(prompt).knobs)
  expect(failure).toMatchObject({ fault, code, hasPublicMessage: true })
  expect(failure?.retryAfterSeconds).toBe(fault === 'rate_limited' ? 1 : undefined)
})

it('is nothing without a knob that asks for it', () => {
  expect(knobFailure(parseKnobs('[[status:200]] [[delay:1s]]').knobs)).toBeUndefined()
})
