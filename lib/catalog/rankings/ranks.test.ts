import { expect, test } from 'vitest'
import { noTraffic } from '@/lib/money/usage/traffic'
import { figuresOf } from './ranks'

test('figures of fewer than ten requests are not said', () => {
  const few = { ...noTraffic, requests: 9, successful: 9, latency: [0, 9] }
  expect(figuresOf(few)).toEqual({
    requests: 9,
    successRate: null,
    latencyMs: null,
    ttftMs: null,
    tps: null,
  })
  const enough = { ...few, requests: 10, successful: 9, latency: [0, 10], ttft: [0, 9] }
  expect(figuresOf(enough)).toMatchObject({ successRate: 0.9, latencyMs: 1, ttftMs: null })
})
