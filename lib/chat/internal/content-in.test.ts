import { expect, it } from 'vitest'
import { contentIn } from './content-in'

it.each([
  ['text', { content: 'a', reasoning: 'b' }, 'ab'],
  [
    'arguments of calls',
    { tool_calls: [{ function: { name: 'f', arguments: '{"content":"x"}' } }] },
    '{\\"content\\":\\"x\\"}',
  ],
  ['quotes', { content: 'say \\"hi"' }, 'say \\\\\\"hi\\"'],
  [
    'parts',
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'a' }] },
        { type: 'text', text: 'b' },
      ],
    },
    'ab',
  ],
  ['words once, where they are told twice', { reasoning: 'a', reasoning_details: [{ text: 'a' }] }, 'a'],
  ['sound', { audio: { id: 'x', transcript: 'a' } }, 'a'],
  ['sound without words', { audio: { data: 'AAAA' } }, ' '],
  ['pictures', { content: '', images: [{ image_url: { url: 'data:image/png;base64,AAAA' } }] }, ' '],
  ['nothing', { role: 'assistant', content: '', images: [] }, ''],
])('%s are found', (_what, delta, content) => {
  expect(contentIn(JSON.stringify([{ index: 0, delta }]))).toBe(content)
})
