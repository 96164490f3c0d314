import { describe, expect, it } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import {
  anthropicSearched,
  anthropicSearchedStream,
  googleEvent,
  googleSearched,
} from '../testing/chat-answers'
import { chatAt } from '../testing/chat-at'

const upstream = await openUpstream()

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
  it('is its own tool, so often at most as is asked', async () => {
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

  it('is its own tool, cited by its sources, every query counted', async () => {
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
