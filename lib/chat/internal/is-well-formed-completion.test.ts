import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamCompletion } from '../schema'
import { isWellFormedCompletion } from './is-well-formed-completion'

const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 1, 1.5, 2 ** 60, '', null, [], {}))
/** Mostly what belongs there, sometimes anything. */
const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: anything })
const message = fc.record(
  {
    role: mostly(fc.constant('assistant')),
    content: mostly(fc.string()),
    tool_calls: mostly(fc.oneof(fc.constant(null), fc.array(fc.jsonValue()))),
  },
  { requiredKeys: [] },
)
const choice = fc.record(
  { index: mostly(fc.nat()), finish_reason: mostly(fc.constantFrom('stop', null)), message: mostly(message) },
  { requiredKeys: [] },
)
const completion = fc.record(
  { created: mostly(fc.nat()), choices: mostly(fc.array(mostly(choice), { maxLength: 3 })), usage: anything },
  { requiredKeys: [] },
)

describe('a well-formed completion', () => {
  it('is one that its schema takes, and gives back as it is', () => {
    fc.assert(
      fc.property(fc.oneof(completion, anything), (value) => {
        const parsed = UpstreamCompletion.safeParse(value)
        expect(isWellFormedCompletion(value)).toBe(parsed.success)
        if (parsed.success) expect(parsed.data).toEqual(value)
      }),
      { numRuns: 3000 },
    )
  })
})
