import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import { parseRequest } from '../conversation/parse-request'
import { readConversation } from '../conversation/read-conversation'
import { chooseTools } from './choose-tools'
import { writeCalls } from './write-calls'

const ajv = new Ajv2020({ strict: false, logger: false })
const weather = tool(
  'get_weather',
  'Get the current weather in a given location',
  {
    location: { type: 'string', description: 'The city and state' },
    unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
  },
  ['location'],
)
const email = tool(
  'send_email',
  'Send an email',
  {
    to: { type: 'string', format: 'email' },
    subject: { type: 'string' },
    urgent: { type: 'boolean' },
  },
  ['to', 'subject'],
)
const add = tool('add', 'Adds two numbers', { a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b'])
const flights = tool(
  'search_flights',
  'Search for flights',
  {
    origin: { type: 'string' },
    destination: { type: 'string' },
    date: { type: 'string', format: 'date' },
    passengers: { type: 'integer', minimum: 1 },
  },
  ['origin', 'destination', 'date'],
)
const search = tool('web_search', 'Search the web', { query: { type: 'string' } }, ['query'])
const all = [weather, email, add, flights, search]

function tool(name: string, description: string, properties: Record<string, unknown>, required: string[]) {
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: { type: 'object', properties, required, additionalProperties: false },
    },
  }
}

function calls(content: string, more: Record<string, unknown> = {}) {
  const request = parseRequest({ model: 'chat', messages: [{ role: 'user', content }], tools: all, ...more })
  const conversation = readConversation(request)
  const written = writeCalls(
    chooseTools(request, conversation),
    conversation,
    request.parallel_tool_calls !== false,
  )
  for (const call of written) {
    const schema = all.find((item) => item.function.name === call.name)?.function.parameters
    expect(ajv.validate(schema ?? false, JSON.parse(call.arguments)), call.arguments).toBe(true)
  }
  return written.map((call) => [call.name, JSON.parse(call.arguments)])
}

describe('a call that the message asks for', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["What's the weather in Paris?", 'get_weather', { location: 'Paris' }],
    [
      'What is the weather like in New York in fahrenheit?',
      'get_weather',
      { location: 'New York', unit: 'fahrenheit' },
    ],
    ['weather for Austin, TX please', 'get_weather', { location: 'Austin, TX' }],
    ['Use the add tool with 17 and 25', 'add', { a: 17, b: 25 }],
    ['Please add 3.5 to -2', 'add', { a: 3.5, b: -2 }],
    [
      'Send an email to ana@example.org with the subject "Lunch at noon"',
      'send_email',
      { to: 'ana@example.org', subject: 'Lunch at noon' },
    ],
    [
      'Find flights from London to Tokyo on 2025-03-09 for 2 passengers',
      'search_flights',
      { origin: 'London', destination: 'Tokyo', date: '2025-03-09', passengers: 2 },
    ],
    ['Search the web for red pandas', 'web_search', { query: 'red pandas' }],
  ])('%s', (message, name, args) => {
    expect(calls(message)).toEqual([[name, args]])
  })

  it('is made once for each city, unless that is forbidden', () => {
    const message = "What's the weather in Paris, London and Tokyo?"
    expect(calls(message).map(([, args]) => args.location)).toEqual(['Paris', 'London', 'Tokyo'])
    expect(calls(message, { parallel_tool_calls: false })).toEqual([['get_weather', { location: 'Paris' }]])
  })

  it('goes to two tools when the message is about both', () => {
    const names = calls('What is the weather in Rome, and add 2 and 3.').map(([name]) => name)
    expect(names.sort()).toEqual(['add', 'get_weather'])
  })
})

describe('tool_choice', () => {
  it('none, or a message about something else, calls nothing', () => {
    expect(calls("What's the weather in Paris?", { tool_choice: 'none' })).toEqual([])
    expect(calls('Tell me a joke.')).toEqual([])
    expect(calls('Hello!')).toEqual([])
  })

  it('required calls the best match, whatever the message', () => {
    expect(calls('Tell me a joke.', { tool_choice: 'required' })).toHaveLength(1)
    expect(calls('I need the weather in Oslo', { tool_choice: 'required' })).toEqual([
      ['get_weather', { location: 'Oslo' }],
    ])
  })

  it('with a name calls just that one', () => {
    const choice = { type: 'function', function: { name: 'add' } }
    expect(calls("What's the weather in Paris?", { tool_choice: choice }).map(([name]) => name)).toEqual([
      'add',
    ])
  })
})

it('calls nothing right after a tool has answered', () => {
  const request = parseRequest({
    model: 'chat',
    tools: all,
    tool_choice: 'required',
    messages: [
      { role: 'user', content: "What's the weather in Paris?" },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"temperature":21}' },
    ],
  })
  const conversation = readConversation(request)
  expect(conversation.toolResults).toEqual([{ name: 'get_weather', text: '{"temperature":21}' }])
  expect(chooseTools(request, conversation)).toEqual([])
})
