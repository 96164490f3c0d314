import { expect, test } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import {
  anthropicEnd,
  anthropicMessage,
  anthropicStart,
  anthropicText,
  googleAnswer,
} from '../testing/chat-answers'
import { chatAt } from '../testing/chat-at'

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

test('Google never sees one', async () => {
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
