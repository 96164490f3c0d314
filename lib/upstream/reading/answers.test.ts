import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ChunkReader } from './chunks'
import { parseWhole, readCompletion, readPayload } from './completion'

describe('chunks', () => {
  const chunk = (delta: unknown, finish: unknown = null, more: object = {}) => ({
    id: 'up',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  })
  function readAll(values: readonly unknown[]) {
    const reader = new ChunkReader()
    const chunks = [...values.flatMap((value) => reader.read(value).chunks), ...reader.end()]
    return { reader, choices: chunks.flatMap((one) => one.choices) }
  }

  it('start with a role and end once, with a finish reason each', () => {
    const { choices } = readAll([
      chunk({ role: '', content: 'a' }, ''),
      chunk({ role: null, content: 'b' }, 'stop'),
      chunk({ content: 'c' }, 'stop'),
      chunk({}, 'length'),
      chunk({ content: '' }),
    ])
    expect(choices.map(({ delta, finish_reason }) => [delta.role, delta.content, finish_reason])).toEqual([
      ['assistant', 'a', null],
      [undefined, 'b', null],
      [undefined, 'c', 'length'],
    ])
  })

  it.each([
    ['stop', 'tool_calls'],
    ['tool_use', 'tool_calls'],
    ['length', 'length'],
    [null, 'tool_calls'],
  ])('with calls that end in %s end in %s, and the calls have arguments', (said, told) => {
    const { choices } = readAll([
      chunk({ tool_calls: [{ id: 'a', function: { name: 'f' } }] }),
      chunk({}, said),
    ])
    expect(choices.at(-1)).toMatchObject({
      finish_reason: told,
      delta: { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
    })
  })

  it('with a call whose arguments are an empty object have it before the end, behind the role', () => {
    const calls = { tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] }
    const apart = readAll([chunk({ role: 'assistant' }), chunk(calls), chunk({}, 'length')])
    expect(apart.choices.map(({ delta }) => Object.keys(delta))).toEqual([['role'], ['tool_calls'], []])
    const once = readAll([chunk({ role: 'assistant', ...calls }, 'stop')])
    expect(once.choices.map(({ delta }) => Object.keys(delta))).toEqual([['role', 'tool_calls']])
    expect(new ChunkReader().read(chunk(calls, 'length')).words).toBe('{}')
  })

  it.each([
    [{ error: { message: 'x', code: 429 } }, 'rate_limited'],
    [{ object: 'error', message: 'x', code: 400 }, 'rejected'],
    [{ error: 'x' }, 'failed'],
    [{ error: { message: 'x', type: 'authentication_error', code: 401 } }, 'failed'],
    [{ base_resp: { status_code: 1002, status_msg: 'x' }, choices: null }, 'rate_limited'],
    [chunk({ content: 'a' }, 'error'), 'failed'],
    [chunk({ content: 'a' }, null, { error: { message: 'x', code: 502 } }), 'failed'],
  ])('that report a failure fail: %j', (value, fault) => {
    expect(() => new ChunkReader().read(value)).toThrow(expect.objectContaining({ fault }))
  })

  it.each([
    [{}],
    [{ choices: [], code: 0, message: 'Success', usage: { prompt_tokens: 1, completion_tokens: 1 } }],
    [{ choices: [], error: {} }],
    [chunk({ content: 'a' }, null, { error: { code: 0, message: '' } })],
    [{ type: 'ping' }],
    [{ choices: null }],
    [{ choices: {} }],
    [chunk({ content: 'a' }, null, { error: null })],
    [chunk({}, null, { error: '', base_resp: { status_code: 0, status_msg: '' } })],
    ['x'],
    [null],
  ])('that report none do not: %j', (value) => {
    expect(() => new ChunkReader().read(value)).not.toThrow()
  })

  it('may say message or text where a delta should be, and leave out the index', () => {
    const { choices } = readAll([
      { choices: [{ message: { content: 'a' } }] },
      { choices: [{ text: 'b', finish_reason: 'stop' }] },
    ])
    expect(choices.map(({ index, delta }) => [index, delta.content])).toEqual([
      [0, 'a'],
      [0, 'b'],
    ])
  })

  // abundantbeing/hermes-browser-extension#11
  it('do not repeat what deltas said when the last one has the whole message', () => {
    const message = { role: 'assistant', content: 'ab' }
    const { choices } = readAll([
      chunk({ content: 'a' }),
      chunk({ content: 'b' }),
      { choices: [{ index: 0, message, finish_reason: 'stop' }] },
    ])
    expect(choices.map(({ delta, finish_reason }) => [delta.content, finish_reason])).toEqual([
      ['a', null],
      ['b', null],
      [undefined, 'stop'],
    ])
  })

  it('never change the answer, whatever values the chunks hold', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), (values) => {
        const reader = new ChunkReader()
        try {
          for (const value of values) reader.read({ choices: [value, { delta: value }], usage: value })
        } catch (error) {
          expect(error).toHaveProperty('fault')
        }
        for (const { choices } of reader.end())
          for (const { finish_reason } of choices)
            expect(['stop', 'length', 'tool_calls', 'content_filter']).toContain(finish_reason)
      }),
    )
  })
})

describe('a whole answer', () => {
  const whole = (message: unknown, finish: unknown = 'stop', more: object = {}) =>
    JSON.stringify({ id: 'up', created: 5, choices: [{ message, finish_reason: finish }], ...more })
  const read = async (text: string) => readCompletion(Buffer.from(text))

  test('may follow a byte order mark, be in an envelope, and lack obvious members', async () => {
    for (const text of [
      `\uFEFF${whole({ content: 'a' })}`,
      `{"result":${whole({ content: 'a' }, null)}}`,
      whole('a', ''),
    ])
      expect((await read(text)).choices).toEqual([
        { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' },
      ])
  })

  // SillyTavern/SillyTavern#3072 (KoboldCpp)
  test('that is no JSON is refused in a time that grows with its length alone', () => {
    // A search for the end of each string would outlast the test.
    expect(() => parseWhole(Buffer.from(`{"${'\\"'.repeat(1_000_000)}`))).toThrow(SyntaxError)
  })

  test('may have numbers that JSON lacks, and raw control characters in its texts', async () => {
    const text = '{"choices":[{"message":{"content":"a\nNaN"},"logprobs":[-Infinity,NaN,Infinity,-1]}]}'
    const { choices } = await read(text)
    expect(choices).toMatchObject([{ message: { content: 'a\nNaN' }, logprobs: [-9999, null, null, -1] }])
    const payload = '{"choices":[{"delta":{"content":"a"},"logprobs":{"logprob":-Infinity}}]}'
    expect(readPayload(payload)).toMatchObject({ choices: [{ logprobs: { logprob: -9999 } }] })
  })

  test('may come as a stream', async () => {
    const events = [
      { choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'hm' } }] },
      {
        choices: [
          { index: 0, delta: { content: 'hi ', annotations: [1] } },
          { index: 1, delta: { content: 'ho' } },
        ],
      },
      {
        choices: [
          {
            index: 0,
            delta: { content: 'there', annotations: [2], tool_calls: [{ id: 'a', function: { name: 'f' } }] },
          },
        ],
      },
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{"x":' } }] } }] },
      {
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 0, function: { arguments: '1}' } }] },
            finish_reason: 'stop',
          },
          { index: 1, delta: {}, finish_reason: 'length' },
        ],
      },
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } },
    ]
    const text = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
    const { choices, usage } = await read(text)
    expect(choices).toMatchObject([
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          content: 'hi there',
          reasoning: 'hm',
          annotations: [1, 2],
          tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
        },
      },
      { index: 1, finish_reason: 'length', message: { content: 'ho' } },
    ])
    expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 4 })
  })

  test.each([
    ['{}', 'failed'],
    ['{"choices":[]}', 'failed'],
    ['{"choices":[null]}', 'failed'],
    ['{"choices":[],"error":{"code":429,"message":"x"}}', 'rate_limited'],
    [whole({ content: 'a' }, 'error'), 'failed'],
    ['data: {"choices":[{"delta":{"content":"a"}}]}\n\n', 'failed'],
    ['oops', 'failed'],
    [`{"choices":[{"message":{"content":"a","x":${'['.repeat(600)}${']'.repeat(600)}}}]}`, 'failed'],
  ])('is none: %j', async (text, fault) => {
    await expect(read(text)).rejects.toMatchObject({ fault })
  })
})
