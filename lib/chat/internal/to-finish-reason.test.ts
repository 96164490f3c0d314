import { expect, it } from 'vitest'
import { toFinishReason } from './to-finish-reason'

it.each([
  ['STOP', 'stop'],
  ['max_tokens', 'length'],
  ['function_call', 'tool_calls'],
  ['SAFETY', 'content_filter'],
  ['eos', 'stop'],
  ['constructor', 'stop'],
  ['__proto__', 'stop'],
])('%s is told as %s', (reason, told) => {
  expect(toFinishReason(reason)).toBe(told)
})
