import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { knobFailure, parseKnobs } from './knobs'

describe('parseKnobs', () => {
  it('reads every knob and leaves the rest of the text', () => {
    const { knobs, text } = parseKnobs(
      'Hi [[delay:500ms]] there [[chunk-delay:0.5s]][[tokens:200]] [[cut:5]] [[status:429]] [[fail:some_code]] [[hang]] [[empty]] [[say:a b]] end',
    )
    expect(text).toBe('Hi there end')
    expect(knobs).toEqual({
      delayMs: 500,
      chunkDelayMs: 500,
      tokens: 200,
      cutAfter: 5,
      status: 429,
      failCode: 'some_code',
      hang: true,
      empty: true,
      say: 'a b',
    })
  })

  it.each([
    ['[[delay:2s]]', 2000],
    ['[[delay: 1.5 s ]]', 1500],
    ['[[DELAY:20]]', 20],
    ['[[delay:999999s]]', 600_000],
    ['[[delay:1s]] [[delay:3s]]', 3000],
  ])('%s is %i ms', (text, millis) => {
    expect(parseKnobs(text).knobs.delayMs).toBe(millis)
  })

  it.each([
    ['[[say:[1,2]]]', '[1,2]'],
    ['[[say:{"a":[[1]]}]]', '{"a":[[1]]}'],
    ['[[say: : two\nlines ]]', ' : two\nlines '],
    ['[[say:]]', ''],
    ['[[say::-[]]', ':-['],
  ])('%s says exactly what stands there', (text, said) => {
    expect(parseKnobs(text).knobs.say).toBe(said)
  })

  it.each([
    '[[delay:soon]]',
    '[[tokens:many]]',
    '[[wiki link]]',
    '[[status:9]]',
    '[[say:open',
    'array[[0]]',
    '[[hang:1]]',
  ])('leaves %s alone', (text) => {
    expect(parseKnobs(text)).toEqual({ knobs: parseKnobs('').knobs, text })
  })

  it('never throws, and changes no text without brackets', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseKnobs(text)))
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('[['))
        expect(parseKnobs(text).text).toBe(text)
      }),
    )
  })
})

it.each(['[[say:', '[[delay:', '[[x:', '[['])('is quick on many a %s', async (unit) => {
  const work = () => {
    parseKnobs(`${unit.repeat(100_000)}]]`)
    parseKnobs(unit.repeat(100_000))
  }
  expect(await processorMillis(work)).toBeLessThan(2_000)
})

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
