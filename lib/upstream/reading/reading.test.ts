import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ChunkReader } from './chunks'
import { readCompletion } from './completion'
import { parseErrorEnvelope } from './errors'
import { readFinishReason } from './finish-reason'
import { BodyStart, EventSplitter } from './frames'
import { readMessage, wordsOf } from './message'
import { CallReader, readWholeCalls } from './tool-calls'
import { readUsage } from './usage'

const bytesOf = (text: string) => Buffer.from(text)

describe('frames', () => {
  const payloadsOf = (text: string) => {
    const splitter = new EventSplitter()
    return [...splitter.push(bytesOf(text)), ...splitter.end()]
  }

  it.each([
    ['data: {"a":1}\n\ndata: [DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['data:{"a":1}\r\n\r\ndata:[DONE]\r\n\r\n', ['{"a":1}', '[DONE]']],
    ['data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n', ['{"a":1}', '{"b":2}', '[DONE]']],
    ['data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ['data: \n\ndata:\n\ndata: {"a":1}\n\n', ['{"a":1}']],
    ['{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['id: 7\nretry: 10\nevent: x\ndata: {"a":1}', ['{"a":1}']],
    ['\uFEFFdata: {"a":1}', ['{"a":1}']],
    ['event: error\ndata: {"message":"m"}\n\n', ['{"error":{"message":"m"}}']],
    ['event: error\ndata: too busy\n\n', ['{"error":"too busy"}']],
    ['event: error\ndata: {"error":{"message":"m"}}\n\n', ['{"error":{"message":"m"}}']],
    ['', []],
  ])('%j', (text, payloads) => {
    expect(payloadsOf(text)).toEqual(payloads)
  })

  it.each([
    ['data: x', 'events'],
    ['\uFEFF\n: hi\n\n : ev\nevent: x', 'events'],
    ['da', undefined],
    [' \n: comment without an end', undefined],
    ['\uFEFF {"a"', 'json'],
    ['[1]', 'json'],
    ['<html>', 'other'],
    ['dat<', 'other'],
  ])('%j begins as %s, wherever it is cut', (text, kind) => {
    const whole = bytesOf(text).toString('latin1')
    for (let cut = 3; cut < whole.length; cut++) {
      const start = new BodyStart()
      const found = start.read(whole.slice(0, cut)) ?? start.read(whole.slice(cut))
      expect(found).toBe(kind)
    }
  })
})

describe('a finish reason', () => {
  it.each([
    ['stop', 'stop'],
    ['STOP', 'stop'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['MAX_TOKENS', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['function_call', 'tool_calls'],
    ['sensitive', 'content_filter'],
    ['SAFETY', 'content_filter'],
    ['refusal', 'content_filter'],
    ['guardrail_intervened', 'content_filter'],
    ['error', 'failed'],
    ['abort', 'failed'],
    ['network_error', 'failed'],
    ['insufficient_system_resource', 'failed'],
    ['MALFORMED_FUNCTION_CALL', 'failed'],
    ['timeout', 'failed'],
    ['eos', 'unknown'],
    ['end_turn', 'unknown'],
    ['constructor', 'unknown'],
    ['', null],
    ['null', null],
    [null, null],
    [0, null],
    [{ reason: 'stop' }, null],
  ])('%j is %s', (said, told) => {
    expect(readFinishReason(said)).toBe(told)
  })
})

describe('usage', () => {
  const counts = { prompt_tokens: 32, completion_tokens: 9 }
  it.each([
    [counts, [32, 9, undefined]],
    [{ ...counts, total_tokens: null, prompt_tokens_details: [] }, [32, 9, undefined]],
    [{ prompt_tokens: '32', completion_tokens: '9' }, [32, 9, undefined]],
    [{ input_tokens: 32, output_tokens: 9, input_tokens_details: { cached_tokens: 8 } }, [32, 9, 8]],
    [{ prompt_tokens: 32, total_tokens: 41 }, [32, 9, undefined]],
    [{ ...counts, cached_tokens: 18 }, [32, 9, 18]],
    [{ ...counts, prompt_cache_hit_tokens: 18 }, [32, 9, 18]],
    [{ ...counts, cached_tokens: 3, prompt_tokens_details: { cached_tokens: 18 } }, [32, 9, 18]],
    [{ ...counts, prompt_tokens_details: { cached_tokens: -1 } }, [32, 9, undefined]],
    [
      { ...counts, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 94 } },
      [32, 103, undefined],
    ],
    [
      {
        ...counts,
        completion_tokens: 103,
        total_tokens: 135,
        completion_tokens_details: { reasoning_tokens: 94 },
      },
      [32, 103, undefined],
    ],
  ])('%j', (value, [prompt, completion, cached]) => {
    const usage = readUsage(value)
    expect([
      usage?.prompt_tokens,
      usage?.completion_tokens,
      usage?.prompt_tokens_details?.cached_tokens,
    ]).toEqual([prompt, completion, cached])
  })

  it.each([
    [undefined],
    [null],
    [[]],
    ['12'],
    [{}],
    [{ prompt_tokens: 1 }],
    [{ ...counts, completion_tokens: -1 }],
    [{ ...counts, completion_tokens: 1.5 }],
    [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
  ])('%j is none', (value) => {
    expect(readUsage(value)).toBeUndefined()
  })
})

describe('a message', () => {
  const thinking = (...texts: string[]) => ({
    type: 'thinking',
    thinking: texts.map((text) => ({ type: 'text', text })),
  })
  const text = (words: string) => ({ type: 'text', text: words })

  it.each([
    [{ content: 'a', x: 1 }, { content: 'a', x: 1 }, 'a'],
    [{ content: null, refusal: 7 }, { content: null }, ''],
    [{ content: 5 }, {}, ''],
    ['a', { content: 'a' }, 'a'],
    [{ content: [text('a'), 'b', null, 5] }, { content: 'ab' }, 'ab'],
    [{ content: text('a') }, { content: 'a' }, 'a'],
    [
      { content: [thinking('t', 'u'), text('a')] },
      { content: 'a', reasoning_content: 'tu', reasoning: 'tu' },
      'atu',
    ],
    [{ reasoning_content: 'a', reasoning: '' }, { reasoning_content: 'a', reasoning: 'a' }, 'a'],
    [{ reasoning: 'a', reasoning_content: 'b' }, { reasoning: 'a', reasoning_content: 'b' }, 'b'],
    [{ reasoning: { effort: 'low' } }, {}, ''],
    [{ audio: { transcript: 'a' } }, { audio: { transcript: 'a' } }, 'a'],
    [{ images: [{}] }, { images: [{}] }, ' '],
  ])('%j', (said, told, words) => {
    expect(readMessage(said)).toEqual(told)
    expect(wordsOf(readMessage(said))).toBe(words)
  })
})

describe('calls of tools', () => {
  const call = (index: unknown, id: unknown, name: unknown, text: unknown) => ({
    index,
    id,
    function: { name, arguments: text },
  })
  /** What a client gathers by index. */
  function gather(parts: readonly unknown[][]) {
    const reader = new CallReader()
    const calls: { id: unknown; name: string; text: string }[] = []
    for (const part of [...parts.flatMap((list) => reader.read(list) ?? []), ...reader.complete()]) {
      const {
        index,
        id,
        function: called,
      } = part as { index: number; id?: string; function: { name?: string; arguments: string } }
      calls[index] ??= { id, name: '', text: '' }
      if (id !== undefined && calls[index].id !== id) throw new Error('two ids')
      calls[index].name += called.name ?? ''
      calls[index].text += called.arguments
    }
    return calls.map(
      ({ id, name, text }) => `${/^call_[0-9a-z]{26}$/.test(String(id)) ? 'made' : id} ${name}(${text})`,
    )
  }
  const both = ['a f({"x":1})', 'b g({"y":2})']

  it.each<[string, unknown[][], string[]]>([
    [
      'as they should be',
      [[call(0, 'a', 'f', '')], [call(0, undefined, undefined, '{"x":1}')], [call(1, 'b', 'g', '{"y":2}')]],
      both,
    ],
    [
      'in turns',
      [
        [call(0, 'a', 'f', ''), call(1, 'b', 'g', '')],
        [call(0, null, null, '{"x"')],
        [call(1, '', '', '{"y"')],
        [call(0, null, null, ':1}')],
        [call(1, null, null, ':2}')],
      ],
      both,
    ],
    ['all with index 0', [[call(0, 'a', 'f', '{"x":1}')], [call(0, 'b', 'g', '{"y":2}')]], both],
    [
      'without an index',
      [
        [call(undefined, 'a', 'f', '{"x"')],
        [call(null, undefined, undefined, ':1}')],
        [call(undefined, 'b', 'g', '{"y":2}')],
      ],
      both,
    ],
    ['from index 1 on', [[call(1, 'a', 'f', '{"x":1}')], [call(2, 'b', 'g', '{"y":2}')]], both],
    [
      'with id and name in every part',
      [[call(0, 'a', 'f', '{"x"')], [call(0, 'a', 'f', ':1}')], [call(1, 'b', 'g', '{"y":2}')]],
      both,
    ],
    [
      'with a new id in every part',
      [[call(0, 'a', 'f', '{"x"')], [call(0, 'a2', undefined, ':1}')], [call(1, 'b', 'g', '{"y":2}')]],
      both,
    ],
    [
      'without ids',
      [[call(0, '', 'f', '{"x":1}')], [call(1, null, 'g', '{"y":2}')]],
      ['made f({"x":1})', 'made g({"y":2})'],
    ],
    [
      'twice the same, without ids, at one index',
      [[call(0, '', 'f', '{"x":1}')], [call(0, '', 'f', '{"x":2}')]],
      ['made f({"x":1})', 'made f({"x":2})'],
    ],
    [
      'with one id for two',
      [[call(0, 'a', 'f', '{"x":1}')], [call(1, 'a', 'f', '{"x":2}')]],
      ['a f({"x":1})', 'made f({"x":2})'],
    ],
    [
      'without an index or id, in one list',
      [[call(null, null, 'f', '{"x":1}'), call(null, null, 'g', '{"y":2}')]],
      ['made f({"x":1})', 'made g({"y":2})'],
    ],
    ['with arguments that are an object', [[call(0, 'a', 'f', { x: 1 })]], ['a f({"x":1})']],
    ['without arguments', [[call(0, 'a', 'f', null)], [call(1, 'b', 'g', '')]], ['a f({})', 'b g({})']],
    [
      'with name and arguments beside the id',
      [[{ id: 'a', name: 'f', arguments: '{"x":1}' }]],
      ['a f({"x":1})'],
    ],
    ['as no list', [[null, 5, call(0, 'a', 'f', '{"x":1}')]], ['a f({"x":1})']],
  ])('%s', (_how, parts, calls) => {
    expect(gather(parts)).toEqual(calls)
  })

  it('of a whole answer are each its own', () => {
    const same = { function: { name: 'f', arguments: null } }
    const [one, two] =
      readWholeCalls([
        { ...same, index: 0, id: 'a' },
        { ...same, index: 0, id: 'a' },
      ]) ?? []
    expect(one).toEqual({ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } })
    expect(two).toMatchObject({ id: expect.stringMatching(/^call_/), function: { arguments: '{}' } })
    expect(readWholeCalls([])).toBeUndefined()
    expect(readWholeCalls('x')).toBeUndefined()
  })

  it('keep what a vendor signed, and the input of custom tools', () => {
    const sealed = {
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'f', arguments: '{}' },
      extra_content: { google: {} },
    }
    expect(new CallReader().read([sealed])).toEqual([sealed])
    const custom = { index: 0, id: 'a', type: 'custom', custom: { name: 'f', input: '' } }
    const reader = new CallReader()
    expect(reader.read([custom])).toEqual([custom])
    expect(reader.complete()).toEqual([])
  })

  it('are many without taking long', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => call(index, `id${index}`, 'f', '{}'))
    const before = performance.now()
    expect(new CallReader().read(many)).toHaveLength(50_000)
    expect(performance.now() - before).toBeLessThan(5000)
  })
})

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

  it('begin with a role and end once, with a reason of their own', () => {
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

  it('never make another answer of one, whatever values stand in it', () => {
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
  const read = (text: string) => readCompletion(bytesOf(text))

  test('may come after a byte order mark or in an envelope, and lack what is obvious', async () => {
    for (const text of [
      `\uFEFF${whole({ content: 'a' })}`,
      `{"result":${whole({ content: 'a' }, null)}}`,
      whole('a', ''),
    ])
      expect((await read(text)).choices).toEqual([
        { index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' },
      ])
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

describe('an error under status 200', () => {
  test.each([
    [{ error: { message: 'm', code: '429' } }, { message: 'm', status: 429 }],
    [{ success: false, errors: [{ code: 7003, message: 'm' }] }, { message: 'm' }],
    [{ error_code: 336501, error_msg: 'm' }, { message: 'm' }],
    [{ base_resp: { status_code: 1004, status_msg: 'm' } }, { message: 'm', status: 401 }],
    [
      { type: 'error', error: { type: 'rate_limit_error', message: 'm' } },
      { message: 'm', type: 'rate_limit_error' },
    ],
    [{ error: '{"error":{"message":"m","code":400}}' }, { message: 'm', status: 400 }],
    [{ error: { error: { message: 'm', code: 503 } } }, { message: 'm', status: 503 }],
    [
      { statusCode: 429, message: 'm' },
      { message: 'm', status: 429 },
    ],
    [
      { code: 'Throttling', msg: 'm' },
      { message: 'm', code: 'Throttling' },
    ],
  ])('%j', (body, expected) => {
    expect(parseErrorEnvelope(JSON.stringify(body))).toMatchObject(expected)
  })
})
