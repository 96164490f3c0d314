import { beforeEach, describe, expect, it, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import {
  anthropicEnd,
  anthropicMessage,
  anthropicSearched,
  anthropicSearchedStream,
  anthropicStart,
  anthropicText,
  googleAnswer,
  googleEvent,
  googleSearched,
} from '../testing/chat-answers'
import { chatAt, vendorChatAt } from '../testing/chat-at'

const upstream = await openUpstream()

const mark = { type: 'ephemeral' }
const hour = { type: 'ephemeral', ttl: '1h' }
const text = (words: string, cache_control?: object) => ({ type: 'text', text: words, cache_control })
const marked = {
  cache_control: mark,
  tools: [
    { type: 'function', function: { name: 'look', parameters: { type: 'object' } }, cache_control: hour },
  ],
  messages: [
    { role: 'system', content: [text('Rules.', hour), text('More.')] },
    {
      role: 'user',
      content: [text('See', mark), { type: 'image_url', image_url: { url: 'https://p.example/a.png' } }],
    },
    {
      role: 'assistant',
      content: [text('Well.')],
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: [text('7', mark)] },
  ],
}

test('marks for the cache reach Anthropic where they stood', async () => {
  upstream.answer(answerWith.json(200, anthropicMessage))
  const claude = chatAt(upstream, 'anthropic', 'claude-sonnet-4-6')
  await claude.complete(marked)
  const sent = claude.sent()
  expect(sent.cache_control).toEqual(mark)
  expect(sent.tools[0]).toMatchObject({ name: 'look', cache_control: hour })
  expect(sent.system).toEqual([
    { type: 'text', text: 'Rules.', cache_control: hour },
    { type: 'text', text: 'More.' },
  ])
  expect(sent.messages.map(({ content }: { content: unknown }) => content)).toMatchObject([
    [{ text: 'See', cache_control: mark }, { type: 'image' }],
    [{ text: 'Well.' }, { type: 'tool_use' }],
    [{ type: 'tool_result', content: '7', cache_control: mark }],
  ])
  expect(JSON.stringify(sent).match(/cache_control/g)).toHaveLength(5)
})

test('Google is never sent one', async () => {
  upstream.answer(answerWith.json(200, googleAnswer([{ text: 'Hi' }])))
  const gemini = chatAt(upstream, 'google', 'gemini-3.8-flash')
  const { messages, ...rest } = marked
  await gemini.complete({ ...rest, messages: [messages[0], { role: 'user', content: [text('Hi', mark)] }] })
  expect(upstream.requests.at(-1)?.body).not.toMatch(/cache_?control/i)
})

const written = {
  input_tokens: 12,
  cache_creation_input_tokens: 40,
  cache_read_input_tokens: 100,
  cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 30 },
}
const usage = {
  prompt_tokens: 152,
  prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 40, cache_write_1h_tokens: 30 },
}

test('what was written is counted by how long it stays, whole and streamed', async () => {
  const claude = chatAt(upstream, 'anthropic', 'claude-sonnet-4-6')
  upstream.answer(
    answerWith.json(200, { ...anthropicMessage, usage: { ...anthropicMessage.usage, ...written } }),
  )
  expect(await claude.complete()).toMatchObject({ usage })
  const start = anthropicStart.replace(
    /"usage":\{[^}]*\}/,
    `"usage":${JSON.stringify({ ...written, output_tokens: 1 })}`,
  )
  upstream.answer(answerWith.events(start, anthropicText(0, 'Hi'), anthropicEnd('end_turn')))
  const { events } = await claude.stream()
  expect(events.at(-2)).toMatchObject({ usage })
})

const claude = () => chatAt(upstream, 'anthropic', 'claude-sonnet-4-6', { webSearch: true })
const gemini = (model = 'gemini-3.8-flash') => chatAt(upstream, 'google', model, { webSearch: true })
const annotationsOf = (events: { choices?: { delta: { annotations?: object[] } }[] }[]) =>
  events.flatMap(({ choices }) => choices?.[0]?.delta.annotations ?? [])

const page = { url: 'https://weather.example/oslo', title: 'Weather in Oslo' }
const cited = [
  {
    type: 'url_citation',
    url_citation: { ...page, content: 'Seven degrees and rain.', start_index: 10, end_index: 21 },
  },
]

describe('a search by Anthropic', () => {
  it('is the vendor’s tool, with the requested maximum of uses', async () => {
    upstream.answer(answerWith.json(200, anthropicSearched))
    await claude().complete({ web_search: true })
    expect(claude().sent().tools).toEqual([{ type: 'web_search_20250305', name: 'web_search', max_uses: 5 }])
    await claude().complete({ web_search: true, max_searches: 1 })
    expect(claude().sent().tools).toMatchObject([{ max_uses: 1 }])
    await claude().complete({ web_search_options: {} })
    expect(claude().sent().tools).toMatchObject([{ name: 'web_search' }])
  })

  it('is cited where the text cites it, and counted', async () => {
    upstream.answer(answerWith.json(200, anthropicSearched))
    expect(await claude().complete({ web_search: true })).toMatchObject({
      choices: [{ message: { content: 'I looked. It is 7 °C.', annotations: cited } }],
      usage: { server_tool_use: { web_search_requests: 2 } },
    })
    upstream.answer(answerWith.events(...anthropicSearchedStream))
    const { events, error } = await claude().stream({ web_search: true })
    expect(error).toBeNull()
    expect(annotationsOf(events)).toEqual(cited)
    expect(events.at(-2)).toMatchObject({ usage: { server_tool_use: { web_search_requests: 2 } } })
  })
})

describe('a search by Google', () => {
  const sources = [
    {
      type: 'url_citation',
      url_citation: { url: page.url, title: 'weather.example', start_index: 0, end_index: 0 },
    },
  ]

  it('is the vendor’s tool, with its sources as citations and every query counted', async () => {
    upstream.answer(answerWith.json(200, googleSearched))
    const reply = await gemini().complete({ web_search: true })
    expect(gemini().sent().tools).toEqual([{ googleSearch: {} }])
    expect(reply).toMatchObject({
      choices: [{ message: { annotations: sources } }],
      usage: { server_tool_use: { web_search_requests: 3 } },
    })
    upstream.answer(answerWith.events(googleEvent(googleSearched)))
    const { events } = await gemini().stream({ web_search: true })
    expect(annotationsOf(events)).toEqual(sources)
    expect(events.at(-2)).toMatchObject({ usage: { server_tool_use: { web_search_requests: 3 } } })
  })

  it('counts once with models that bill the prompt', async () => {
    upstream.answer(answerWith.json(200, googleSearched))
    expect(await gemini('gemini-2.5-flash').complete({ web_search: true })).toMatchObject({
      usage: { server_tool_use: { web_search_requests: 1 } },
    })
  })
})

const at = (sdk: 'anthropic' | 'google') => vendorChatAt(upstream, sdk)

describe('what the vendors accept otherwise', () => {
  const claude = () => chatAt(upstream, 'anthropic', 'claude-sonnet-4-6')
  beforeEach(() => upstream.answer(answerWith.json(200, anthropicMessage)))

  test('Claude gets parameters of tools as it accepts them', async () => {
    const parameters = {
      anyOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'null' }],
    }
    await claude().complete({ tools: [{ type: 'function', function: { name: 'f', parameters } }] })
    expect(claude().sent().tools[0].input_schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    })
  })

  // QuantumNous/new-api#1112: OpenRouter's and Anthropic's fields for the same.
  test.each([
    [{ reasoning: { effort: 'low', exclude: true } }, 'low'],
    [{ reasoning: { enabled: true } }, 'medium'],
    [{ reasoning: { max_tokens: 2000 } }, 'high'],
    [{ thinking: { type: 'enabled', budget_tokens: 1024 } }, 'medium'],
    [{ thinking: { type: 'disabled' } }, undefined],
    [{ reasoning: { effort: 'high' }, reasoning_effort: 'low' }, 'low'],
  ])('%j is an effort for Claude', async (asked, effort) => {
    await claude().complete({ ...asked, max_tokens: 4000 })
    expect(claude().sent().output_config?.effort).toBe(effort)
  })
})

describe('what the vendors do not accept', () => {
  test.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['logit_bias', { logit_bias: { 1: 1 } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['service_tier', { service_tier: 'flex' }],
    ['web_search_options', { web_search_options: { user_location: { type: 'approximate' } } }],
    ['unheard_of', { unheard_of: 1 }],
    [
      'messages',
      {
        messages: [
          { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } }] },
        ],
      },
    ],
  ])('%s is said so', async (param, fields) => {
    await expect(at('anthropic').complete(fields)).rejects.toMatchObject({ fault: 'unsupported', param })
  })

  test('tools of Anthropic are refused for other vendors', async () => {
    const tools = [{ type: 'bash_20250124', name: 'bash' }]
    await expect(at('google').complete({ tools })).rejects.toMatchObject({
      fault: 'unsupported',
      param: 'tools',
    })
  })

  test('hints and empty parameters are left out', async () => {
    upstream.answer(answerWith.json(200, anthropicMessage))
    const hints = {
      metadata: {},
      verbosity: 'low',
      store: false,
      prompt_cache_key: 'k',
      safety_identifier: 's',
    }
    const nothing = { service_tier: 'auto', modalities: ['text'], unheard_of: null, web_search_options: null }
    await at('anthropic').complete({ ...hints, ...nothing })
    const names = Object.keys({ ...hints, ...nothing })
    expect(Object.keys(at('anthropic').sent()).filter((name) => names.includes(name))).toEqual([])
  })

  test('a link that is none is refused', async () => {
    const content = [{ type: 'image_url', image_url: { url: 'ftp://x.example/a.png' } }]
    await expect(at('google').complete({ messages: [{ role: 'user', content }] })).rejects.toMatchObject({
      fault: 'rejected',
      param: 'messages',
    })
  })
})
