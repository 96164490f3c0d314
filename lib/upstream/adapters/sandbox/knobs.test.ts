import fc from 'fast-check'
import { countTokens as referenceCount } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { countTokens } from '@/lib/platform/tokens'
import { writeFiller } from './chat/answers'
import { knobFailure, parseKnobs } from './knobs'
import { askSandbox, weatherTool } from './testing'

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

it('is absent without its knob', () => {
  expect(knobFailure(parseKnobs('[[status:200]] [[delay:1s]]').knobs)).toBeUndefined()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('knobs', () => {
  it('[[say]] and [[empty]] decide the answer, whatever else the request has', async () => {
    expect(
      (await askSandbox.complete('[[say: just this ]]', { tools: [weatherTool], tool_choice: 'required' }))
        .choices[0]?.message.content,
    ).toBe(' just this ')
    const { choices, usage: counted } = await askSandbox.complete('[[empty]]')
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '' } })
    expect(counted.completion_tokens).toBe(0)
    expect((await askSandbox.stream('[[empty]]')).chunks).toHaveLength(3)
  })

  it.each([1, 2, 200, 5_000])('[[tokens:%i]] is exact', async (tokens) => {
    const { choices, usage: counted } = await askSandbox.complete(`Hi [[tokens:${tokens}]]`)
    expect(counted.completion_tokens).toBe(tokens)
    expect(referenceCount(choices[0]?.message.content ?? '')).toBe(tokens)
  })

  it('[[tokens]] is exact wherever the text starts', () => {
    for (let variant = 0; variant < 60; variant++) {
      expect(countTokens(writeFiller(40, variant))).toBe(40)
    }
  })

  it.each([1, 5, 6, 7, 200])('[[tokens:%i]] of a JSON object are an object', async (tokens) => {
    const json = { response_format: { type: 'json_object' } }
    const { choices, usage: counted } = await askSandbox.complete(`Hi [[tokens:${tokens}]]`, json)
    const content = choices[0]?.message.content ?? ''
    const isRoomy = tokens > 5
    expect(JSON.parse(content)).toEqual(isRoomy ? { answer: expect.stringMatching(/^The\b/) } : {})
    expect(counted.completion_tokens).toBe(isRoomy ? tokens : 1)
    expect(countTokens(content)).toBe(counted.completion_tokens)
  })

  it('[[tokens]] never cuts an instance of a schema', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const format = { type: 'json_schema', json_schema: { name: 'place', schema } }
    const { choices } = await askSandbox.complete('The weather in Oslo [[tokens:3]]', {
      response_format: format,
    })
    expect(choices[0]?.finish_reason).toBe('stop')
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ city: 'Oslo' })
  })

  it('[[fail]] and [[status]] fail before the first byte', async () => {
    await expect(askSandbox.open('[[fail:content_policy_violation]]')).rejects.toMatchObject({
      fault: 'rejected',
      code: 'content_policy_violation',
    })
    await expect(askSandbox.complete('[[status:503]]')).rejects.toMatchObject({
      fault: 'failed',
      status: 503,
    })
  })

  it('[[cut:5]] breaks after five chunks', async () => {
    const { chunks, isDone, error } = await askSandbox.stream('Why? [[cut:5]]')
    expect(chunks).toHaveLength(5)
    expect(isDone).toBe(false)
    expect(error).toMatchObject({ fault: 'failed' })
    await expect(askSandbox.complete('Why? [[cut:5]]')).rejects.toMatchObject({ fault: 'failed' })
    await expect(askSandbox.open('[[cut:0]]')).rejects.toMatchObject({ fault: 'failed' })
  })

  it('[[cut]] beyond the end still sends no [DONE]', async () => {
    const { isDone, error } = await askSandbox.stream('[[say:hi]] [[cut:9999]]')
    expect(isDone).toBe(false)
    expect(error).toMatchObject({ fault: 'failed' })
  })

  it('[[delay]] holds back the first byte', async () => {
    vi.useFakeTimers()
    const settled = vi.fn()
    const done = Promise.all([
      askSandbox.complete('hi [[delay:2s]]'),
      askSandbox.open('hi [[delay:2s]]'),
    ]).then(settled)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(settled).toHaveBeenCalled()
  })

  it('[[chunk-delay]] spaces the chunks out, with one timer', async () => {
    vi.useFakeTimers()
    const stream = await askSandbox.open('[[chunk-delay:20ms]][[tokens:3]]')
    const seen: string[] = []
    stream.start({
      onChunk: (bytes) => seen.push(bytes.toString()) > 0,
      onEnd: () => seen.push('end'),
      onError: () => seen.push('error'),
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(seen).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(20 * 10)
    expect(seen.at(-2)).toBe('data: [DONE]\n\n')
    expect(seen.at(-1)).toBe('end')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('those of earlier turns no longer count', async () => {
    const messages = [
      { role: 'user', content: '[[fail:x]]' },
      { role: 'assistant', content: '[[hang]]' },
      { role: 'user', content: [{ type: 'text', text: '[[say:fine]]' }] },
    ]
    expect((await askSandbox.complete('', { messages })).choices[0]?.message.content).toBe('fine')
  })

  it('those of system messages apply, and the last user message overrides them', async () => {
    const ask = async (system: string, prompt: string) => {
      const messages = [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: system },
        { role: 'user', content: prompt },
      ]
      const { choices, usage: counted } = await askSandbox.complete('', { messages })
      return { content: choices[0]?.message.content, tokens: counted.completion_tokens }
    }
    expect((await ask('[[say:always this]]', 'Hello')).content).toBe('always this')
    expect((await ask('[[say:always this]]', '[[say:now this]]')).content).toBe('now this')
    expect((await ask('[[tokens:30]]', 'Hello')).tokens).toBe(30)
    await expect(ask('[[status:503]]', 'Hello')).rejects.toMatchObject({ status: 503 })
  })
})
