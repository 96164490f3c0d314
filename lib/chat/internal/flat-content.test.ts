import { expect, it } from 'vitest'
import { flatContent } from './flat-content'

const thinking = (...texts: string[]) => ({
  type: 'thinking',
  thinking: texts.map((text) => ({ type: 'text', text })),
})
const text = (words: string) => ({ type: 'text', text: words })

it.each([
  [
    { content: 'a', x: 1 },
    { content: 'a', x: 1 },
  ],
  [{ content: null }, { content: null }],
  [{}, {}],
  [
    { content: [text('a'), text('b')], x: 1 },
    { content: 'ab', x: 1 },
  ],
  [{ content: [thinking('t', 'u'), text('a')] }, { content: 'a', reasoning_content: 'tu' }],
  [{ content: [{ type: 'thinking', thinking: 'plain' }] }, { content: '', reasoning_content: 'plain' }],
  [{ content: [null, 5, { type: 'reference', reference_ids: [1] }, text('a')] }, { content: 'a' }],
])('%j is told as %j', (said, told) => {
  expect(flatContent<{ content?: unknown }>(said)).toEqual(told)
})
