import { expect, it } from 'vitest'
import { ChatRequest } from './schema'

const user = { role: 'user', content: 'Hello' }

it.each([
  [
    'a call of a tool',
    { tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
  ],
  ['a call of a function, as it was before tools', { function_call: { name: 'f', arguments: '{}' } }],
  ['a refusal', { refusal: 'No.' }],
  ['earlier speech', { audio: { id: 'audio_1' } }],
])('an assistant message may say %s in the place of content', (_what, said) => {
  const messages = [user, { role: 'assistant', content: null, ...said }]
  expect(ChatRequest.parse({ model: 'acme/large', messages }).messages).toEqual(messages)
})

it('a model that is null is one that is not given', () => {
  expect(ChatRequest.safeParse({ model: null, messages: [user] }).success).toBe(true)
})
