import { expect, test } from 'vitest'
import { looksLikeJson } from './answer-text'

test.each([
  ['{"a": 1}', false, true],
  [' [1, 2] ', false, true],
  ['{"a": 1', false, false],
  ['[link](https://a.example)', false, false],
  ['42', false, false],
  ['{', true, true],
  ['{"a', true, true],
  ['[{"a', true, true],
  ['[link', true, false],
  ['{curly} text', true, false],
])('%j, being written %s: %s', (content, writing, expected) => {
  expect(looksLikeJson(content, writing)).toBe(expected)
})
