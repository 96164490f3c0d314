import { expect, test } from 'vitest'
import { readAnswer } from './answer'

const answerOf = (message: object) =>
  JSON.stringify({
    id: 'chatcmpl_1',
    created: 1,
    model: 'acme/large',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    usage: {
      prompt_tokens: 1,
      completion_tokens: 1,
      total_tokens: 2,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
      cost: 0,
    },
  })

test('a call without a name is none; the others keep their places', () => {
  const { parts } = readAnswer(
    answerOf({
      content: 'Looking it up.',
      tool_calls: [
        { function: { arguments: '{}' } },
        { id: 'call_1', function: { name: 'look_up', arguments: '{"word":"sea"}' } },
      ],
    }),
  )
  expect(parts).toEqual([
    { type: 'text', text: 'Looking it up.' },
    { type: 'call', index: 1, id: 'call_1', name: 'look_up', arguments: '{"word":"sea"}' },
  ])
})
