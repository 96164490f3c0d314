import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { askSandbox, weatherTool } from '../testing'
import { planAnswers } from './answers'
import { parseRequest, readConversation } from './request'
import { writeInstance } from './schema'

async function reply(content: unknown, more: Record<string, unknown> = {}): Promise<string> {
  const { choices } = await askSandbox.complete('', { messages: [{ role: 'user', content }], ...more })
  return choices[0]?.message.content ?? ''
}

describe('an answer', () => {
  it('repeats the question and names the model', async () => {
    const answer = await reply('How do tides work?')
    expect(answer).toContain('> How do tides work?')
    expect(answer).toContain('sandbox')
  })

  it('from chat-pro is longer', async () => {
    expect((await reply('Why?', { model: 'chat-pro' })).length).toBeGreaterThan(
      (await reply('Why?')).length + 50,
    )
  })

  it('lists the earlier turns on request', async () => {
    const messages = [
      { role: 'user', content: 'My name is Ana.' },
      { role: 'assistant', content: 'Hello, Ana.' },
      { role: 'user', content: 'What did I say before?' },
    ]
    const answer = await reply('', { messages })
    expect(answer).toContain('**You:** My name is Ana.')
    expect(answer).toContain('**I:** Hello, Ana.')
  })

  it('repeats the result of a tool, and calls none then', async () => {
    const messages = [
      { role: 'user', content: 'Weather in Paris?' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'get_weather' } }] },
      { role: 'tool', tool_call_id: 'c1', content: '{"temperature":21}' },
    ]
    const answer = await reply('', { messages, tools: [weatherTool], tool_choice: 'required' })
    expect(answer).toContain('`get_weather` answered:\n\n> {"temperature":21}')
  })

  it('counts what is attached without opening it', async () => {
    const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/cat.png' } }
    expect(await reply([{ type: 'text', text: 'What is it?' }, picture])).toContain('unopened: 1')
  })

  it.each(['system-reminder', 'environment_context', 'user_instructions', 'reminder'])(
    'reads no request in a <%s>',
    async (tag) => {
      const text = `<${tag}>[[fail:no]] What is the weather in Oslo?</${tag}> Good morning`
      const { choices } = await askSandbox.complete(text, { tools: [weatherTool] })
      expect(choices[0]?.message.tool_calls).toBeUndefined()
      expect(choices[0]?.message.content).toContain('> Good morning')
      expect(choices[0]?.message.content).not.toContain('Oslo')
    },
  )

  it('is an object where JSON was asked for', async () => {
    const json = JSON.parse(await reply('Why?', { response_format: { type: 'json_object' } }))
    expect(json).toEqual({ answer: expect.stringContaining('> Why?'), sandbox: true })
  })
})

describe('thoughts', () => {
  const thinking = { model: 'chat-pro', reasoning_effort: 'low' }

  it('come first where chat-pro is asked to think, and are counted', async () => {
    const whole = await askSandbox.complete('Why?', thinking)
    const { chunks } = await askSandbox.stream('Why? [[chunk-delay:0ms]]', thinking)
    const streamed = chunks.map((item) => item.choices[0]?.delta.reasoning_content ?? '').join('')
    expect(whole.choices[0]?.message.reasoning_content).toBe(streamed)
    expect(streamed.length).toBeGreaterThan(20)
    const { completion_tokens, completion_tokens_details } = whole.usage
    expect(completion_tokens_details.reasoning_tokens).toBeGreaterThan(5)
    expect(completion_tokens).toBeGreaterThan(completion_tokens_details.reasoning_tokens)
  })

  it.each([{ model: 'chat-pro' }, { ...thinking, reasoning_effort: 'none' }, { ...thinking, model: 'chat' }])(
    'are left out for %j',
    async (more) => {
      const { choices, usage } = await askSandbox.complete('Why?', more)
      expect(choices[0]?.message.reasoning_content).toBeUndefined()
      expect(usage.completion_tokens_details.reasoning_tokens).toBe(0)
    },
  )
})

describe('a tool', () => {
  const add = tool('add', 'Adds two numbers', { a: { type: 'number' }, b: { type: 'number' } })
  const search = tool('web_search', 'Search the web', { query: { type: 'string' } })
  const tools = [weatherTool, add, search]

  async function calls(prompt: string, more: Record<string, unknown> = {}) {
    const { choices } = await askSandbox.complete(prompt, { tools, ...more })
    return (choices[0]?.message.tool_calls ?? []).map((call) =>
      call.type === 'function' ? [call.function.name, JSON.parse(call.function.arguments)] : [],
    )
  }

  it('is called if the message is about it, with values of the message', async () => {
    expect(await calls("What's the weather in Paris?")).toEqual([['get_weather', { city: 'Paris' }]])
    expect(await calls('Use add with 17 and 25.5')).toEqual([['add', { a: 17, b: 25.5 }]])
    expect(await calls('Search for “red pandas”')).toEqual([['web_search', { query: 'red pandas' }]])
    expect(await calls('Good morning')).toEqual([])
  })

  it('is called beside another where the message is about both, unless that is forbidden', async () => {
    const prompt = 'What is the weather in Rome, and add 2 and 3.'
    expect((await calls(prompt)).map(([name]) => name).sort()).toEqual(['add', 'get_weather'])
    expect(await calls(prompt, { parallel_tool_calls: false })).toHaveLength(1)
  })

  it('is called according to tool_choice', async () => {
    expect(await calls("What's the weather in Paris?", { tool_choice: 'none' })).toEqual([])
    expect(await calls('Good morning', { tool_choice: 'required' })).toHaveLength(1)
    const named = { type: 'function', function: { name: 'add' } }
    expect(
      (await calls("What's the weather in Paris?", { tool_choice: named })).map(([name]) => name),
    ).toEqual(['add'])
  })
})

function tool(name: string, description: string, properties: Record<string, unknown>) {
  const parameters = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
  return { type: 'function', function: { name, description, parameters } }
}

it.each([' ', 'a', '"', '<context>', '1', 'Ab ', '{"a":', '[['])(
  'is quick on a megabyte of %j',
  async (unit) => {
    const content = unit.repeat(1_000_000 / unit.length)
    const answer = () => {
      const request = parseRequest({
        model: 'chat',
        messages: [{ role: 'user', content }],
        tools: [weatherTool],
        tool_choice: 'required',
      })
      planAnswers(request, readConversation(request))
    }
    expect(await processorMillis(answer)).toBeLessThan(2_000)
  },
)

type Schema = Record<string, unknown>

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false })
const write = (schema: Schema, message = 'Save it for Ann, 31', seed = 7) =>
  writeInstance(schema, {
    seed,
    withOptional: true,
    message,
    param: 'response_format',
  })

function expectValid(schema: Schema): void {
  const value = write(schema)
  expect(ajv.validate(schema, value), `${JSON.stringify(schema)} got ${JSON.stringify(value)}`).toBe(true)
}

const person = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } }
const tree = {
  type: 'object',
  required: ['value', 'children'],
  properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
}
const list = {
  $defs: {
    node: {
      type: 'object',
      required: ['next'],
      properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
}
const pair = {
  $defs: {
    node: {
      type: 'object',
      required: ['value'],
      properties: {
        value: { type: 'integer' },
        left: { $ref: '#/$defs/node' },
        right: { $ref: '#/$defs/node' },
      },
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
}

describe('an instance', () => {
  it.each<[string, Schema]>([
    ['a strict object', { ...person, required: ['name', 'age'], additionalProperties: false }],
    ['a tree', tree],
    ['a linked list', list],
    ['a schema that contains itself twice', pair],
    ['text by a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }],
    ['bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 }],
    [
      'unique numbers',
      { type: 'array', minItems: 4, uniqueItems: true, items: { type: 'integer', minimum: 0, maximum: 3 } },
    ],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
          { required: ['b'], properties: { b: { enum: [2] } } },
        ],
      },
    ],
    ['nullable text', { type: ['string', 'null'], minLength: 2 }],
    ['a length', { type: 'string', minLength: 60, maxLength: 61 }],
    [
      'draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { n: { type: 'integer' } },
        type: 'object',
        properties: { n: { $ref: '#/definitions/n' } },
        required: ['n'],
      },
    ],
  ])('fits %s', (_, schema) => {
    for (let seed = 0; seed < 20; seed++) {
      const value = write(schema, 'Save it for Ann, 31', seed)
      expect(
        JSON.stringify(schema).includes('draft-07') || ajv.validate(schema, value),
        JSON.stringify(value),
      ).toBe(true)
    }
  })

  it('fits any schema out of the common keywords', () => {
    fc.assert(fc.property(anySchema(), expectValid), { numRuns: 100 })
  })

  it('uses values of the message where they fit, and is the same for the same seed', () => {
    const strict = { ...person, required: ['name', 'age'] }
    expect(write(strict)).toEqual({ name: 'Ann', age: 31 })
    expect(write({ type: 'string', pattern: '^[a-z]{9}$' })).toBe(
      write({ type: 'string', pattern: '^[a-z]{9}$' }),
    )
  })
})

describe('a schema that asks for too much', () => {
  it.each<[string, Schema]>([
    ['items', { type: 'array', minItems: 1e9, items: { type: 'string' } }],
    ['nested items', { type: 'array', minItems: 900, items: { type: 'array', minItems: 900, items: {} } }],
    ['letters', { type: 'string', minLength: 1e9 }],
    ['repeats', { type: 'string', pattern: '^a{100000000}$' }],
    ['what cannot be', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'boolean' } }],
    ['a reference that leads away', { $ref: 'https://example.com/schema.json' }],
  ])('%s: is refused with the field by name, at once', async (_, schema) => {
    const refused = () =>
      expect(() => write(schema)).toThrow(
        expect.objectContaining({ fault: 'rejected', param: 'response_format' }),
      )
    expect(await processorMillis(refused)).toBeLessThan(1_000)
  })

  it('thousands of properties are written within a second', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `key_${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    let value: unknown
    const millis = await processorMillis(() => {
      value = write({ type: 'object', properties, required: names })
    })
    expect(Object.keys(Object(value))).toEqual(names)
    expect(millis).toBeLessThan(1_000)
  })
})

/** Schemas out of the common keywords, nested a little. */
function anySchema(): fc.Arbitrary<Schema> {
  return fc.letrec<{ schema: Schema }>((tie) => {
    const size = fc.nat({ max: 4 })
    const names = fc.uniqueArray(fc.constantFrom('name', 'city', 'count', 'a b'), { maxLength: 3 })
    return {
      schema: fc.oneof(
        { maxDepth: 3 },
        size.map((minLength) => ({ type: 'string', minLength })),
        fc.constantFrom('^[a-z]+$', '\\d{2,}').map((pattern) => ({ type: 'string', pattern })),
        size.map((minimum) => ({ type: 'integer', minimum, maximum: minimum + 3 })),
        fc
          .uniqueArray(fc.constantFrom(1, 'two', null, true), { minLength: 1 })
          .map((values) => ({ enum: values })),
        fc.constant({ type: 'boolean' }),
        fc
          .tuple(tie('schema'), size)
          .map(([items, more]) => ({ type: 'array', items, minItems: 1, maxItems: 1 + more })),
        fc.tuple(names, tie('schema')).map(([keys, member]) => ({
          type: 'object',
          properties: Object.fromEntries(keys.map((key) => [key, member])),
          required: keys,
          additionalProperties: false,
        })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      ),
    }
  }).schema
}
