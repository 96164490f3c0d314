import { expect, test } from 'vitest'
import { formatAmount } from './format-amount'

const nothing = { total_tokens: 0, images: 0, video_seconds: 0 }

test.each([
  [{}, '–'],
  [{ total_tokens: 24 }, '24 tokens'],
  [{ total_tokens: 9_999 }, '9,999 tokens'],
  [{ total_tokens: 1_234_567 }, '1.2M tokens'],
  [{ images: 1_200 }, '1,200 images'],
  [{ video_seconds: 5.04 }, '5 s video'],
  [{ video_seconds: 3801.7 }, '63 min video'],
  [{ total_tokens: 24, images: 3, video_seconds: 12.5 }, '24 tokens, 3 images, 12.5 s video'],
])('%o is %s', (used, shown) => {
  expect(formatAmount({ ...nothing, ...used })).toBe(shown)
})

test('a picture is a picture, whatever tokens it took', () => {
  expect(formatAmount({ ...nothing, modality: 'image', images: 1, total_tokens: 4_000 })).toBe('1 image')
  expect(formatAmount({ ...nothing, modality: 'image', total_tokens: 4_000 })).toBe('–')
})
