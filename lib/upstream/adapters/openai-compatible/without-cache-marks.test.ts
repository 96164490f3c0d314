import { expect, it } from 'vitest'
import { withoutCacheMarks } from './without-cache-marks'

const mark = { cache_control: { type: 'ephemeral' } }

it('a request without marks is the same one', () => {
  const request = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }
  expect(withoutCacheMarks(request)).toBe(request)
})

it('marks are taken off wherever they stand, and words are one text again', () => {
  const picture = { type: 'image_url', image_url: { url: 'https://pictures.example/a.png' } }
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const tool = { type: 'function', function: { name: 'f' } }
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  const request = {
    model: 'm',
    ...mark,
    tools: [{ ...tool, ...mark }, tool],
    messages: [
      { role: 'system', content: [text('Be'), text('brief', mark)] },
      { role: 'user', content: [text('Look'), { ...picture, ...mark }] },
      { role: 'user', content: [text('not'), text('marked')] },
      { role: 'assistant', content: null, tool_calls: [{ ...call, ...mark }] },
      { role: 'tool', tool_call_id: 'c', content: [text('7', mark)] },
      'nonsense',
    ],
  }
  expect(withoutCacheMarks(request)).toEqual({
    model: 'm',
    tools: [tool, tool],
    messages: [
      { role: 'system', content: 'Be\n\nbrief' },
      { role: 'user', content: [text('Look'), picture] },
      { role: 'user', content: [text('not'), text('marked')] },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: '7' },
      'nonsense',
    ],
  })
})
