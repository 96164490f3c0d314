import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { askSandbox, weatherTool } from '../testing/ask-sandbox'
import { planAnswers } from './answers'
import { parseRequest, readConversation } from './request'

async function reply(content: unknown, more: Record<string, unknown> = {}): Promise<string> {
  const { choices } = await askSandbox.complete('', { messages: [{ role: 'user', content }], ...more })
  return choices[0]?.message.content ?? ''
}

describe('an answer', () => {
  it('repeats what was asked, and says who is speaking', async () => {
    const answer = await reply('How do tides work?')
    expect(answer).toContain('> How do tides work?')
    expect(answer).toContain('sandbox')
  })

  it('from chat-pro says more', async () => {
    expect((await reply('Why?', { model: 'chat-pro' })).length).toBeGreaterThan(
      (await reply('Why?')).length + 50,
    )
  })

  it('tells the earlier turns when asked for them', async () => {
    const messages = [
      { role: 'user', content: 'My name is Ana.' },
      { role: 'assistant', content: 'Hello, Ana.' },
      { role: 'user', content: 'What did I say before?' },
    ]
    const answer = await reply('', { messages })
    expect(answer).toContain('**You:** My name is Ana.')
    expect(answer).toContain('**I:** Hello, Ana.')
  })

  it('tells what a tool has returned, and calls none then', async () => {
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

  it('is called when the message is about it, with what the message says', async () => {
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

  it('is called as tool_choice says', async () => {
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
