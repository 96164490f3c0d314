import { expect, it } from 'vitest'
import { ChatRequest } from '../../../schema'
import { CountTokensRequest } from '../schema'
import { toPrompt } from './chat-request'
import { offeredTools } from './tools'

const mark = { type: 'ephemeral', ttl: '1h' }
const cached = { cache_control: mark }
const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
const translate = (fields: object) => {
  const asked = CountTokensRequest.parse({ model: 'm', ...fields })
  return ChatRequest.parse(toPrompt(asked, offeredTools(asked, true)))
}

it('marks keep their places', () => {
  const picture = { type: 'image', source: { type: 'url', url: 'https://p.example/a.png' }, ...cached }
  const note = {
    type: 'document',
    title: 'Note',
    source: { type: 'text', media_type: 'text/plain', data: 'x' },
  }
  const asked = translate({
    ...cached,
    system: [text('Rules.'), text('More.', cached)],
    tools: [{ name: 'look', input_schema: { type: 'object' }, ...cached }],
    messages: [
      { role: 'user', content: [text('See'), picture, { ...note, ...cached }] },
      { role: 'user', content: [text('alone', cached)] },
      {
        role: 'assistant',
        content: [text('Well.', cached), { type: 'tool_use', id: 'a', name: 'look', input: {}, ...cached }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'seen', ...cached },
          { type: 'tool_result', tool_use_id: 'b', content: [text('both', cached)], is_error: true },
          { type: 'tool_result', tool_use_id: 'c', content: 'plain' },
        ],
      },
    ],
  })
  expect(asked).toMatchObject({ cache_control: mark, tools: [{ type: 'function', cache_control: mark }] })
  expect(asked.messages).toEqual([
    { role: 'system', content: [text('Rules.'), text('More.', cached)] },
    {
      role: 'user',
      content: [
        text('See'),
        { type: 'image_url', image_url: { url: 'https://p.example/a.png' }, ...cached },
        text('Note\n\nx', cached),
      ],
    },
    { role: 'user', content: [text('alone', cached)] },
    {
      role: 'assistant',
      content: [text('Well.', cached)],
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' }, ...cached }],
    },
    { role: 'tool', tool_call_id: 'a', content: [text('seen', cached)] },
    { role: 'tool', tool_call_id: 'b', content: [text('Error: both', cached)] },
    { role: 'tool', tool_call_id: 'c', content: 'plain' },
  ])
})

it('without marks, content is not split into parts', () => {
  const blocks = [text('a'), text('b')]
  const messages = [{ role: 'assistant', content: blocks }]
  expect(translate({ system: blocks, messages }).messages).toEqual([
    { role: 'system', content: 'a\n\nb' },
    { role: 'assistant', content: 'ab' },
  ])
})
