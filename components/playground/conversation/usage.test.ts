import { describe, expect, it } from 'vitest'
import { noMetrics, nothingSpent } from './conversation'
import { makeConversation, makeStep, makeTurn } from './testing'
import { addUsage, formatNanos, formatUsd, sumColumn, tokensPerSecond } from './usage'

describe('addUsage', () => {
  it('does not drift over many small costs', () => {
    const metrics = { ...noMetrics, costUsd: 0.0000015, promptTokens: 1, completionTokens: null }
    let sum = nothingSpent
    for (let at = 0; at < 10_000; at++) sum = addUsage(sum, metrics)
    expect(sum).toEqual({ costNanos: 15_000_000, promptTokens: 10_000, completionTokens: 0, answers: 10_000 })
  })
})

describe('sumColumn', () => {
  it('counts neither copied answers nor those still being written', () => {
    const metrics = { ...noMetrics, costUsd: 0.001, promptTokens: 5, completionTokens: 7 }
    const turns = [
      makeTurn('1', 'p', { a: [makeStep({ metrics, copied: true })], b: [makeStep({ metrics })] }),
      makeTurn('2', 'p', { a: [makeStep({ metrics }), makeStep({ metrics, status: 'streaming' })] }),
    ]
    const conversation = makeConversation({ turns }, ['x', 'y'])
    expect(sumColumn(conversation, 'a')).toMatchObject({ costNanos: 1_000_000, answers: 1 })
    expect(sumColumn(conversation, 'b')).toMatchObject({ promptTokens: 5, completionTokens: 7 })
  })
})

describe('tokensPerSecond', () => {
  it('leaves out the wait for the first token', () => {
    const metrics = { ...noMetrics, completionTokens: 100, firstTokenMs: 1_000, totalMs: 3_000 }
    expect(tokensPerSecond(metrics)).toBe(50)
  })

  it('is not told where it would mean nothing', () => {
    expect(tokensPerSecond(noMetrics)).toBeNull()
    expect(tokensPerSecond({ ...noMetrics, completionTokens: 1, firstTokenMs: 5, totalMs: 9 })).toBeNull()
    expect(tokensPerSecond({ ...noMetrics, completionTokens: 9, firstTokenMs: 5, totalMs: 5 })).toBeNull()
  })
})

describe('formatNanos', () => {
  it.each([
    [0, '$0.00'],
    [150, '$0.00000015'],
    [1_234_000, '$0.001234'],
    [12_500_000_000, '$12.50'],
  ])('%d nano-dollars are %s', (nanos, shown) => expect(formatNanos(nanos)).toBe(shown))
})

describe('formatUsd', () => {
  it('takes the noise of floating point away', () => {
    expect(formatUsd(0.1 + 0.2)).toBe('$0.30')
    expect(formatUsd(1.5e-7)).toBe('$0.00000015')
  })
})
