import { describe, expect, it } from 'vitest'
import type { AssistantStep, Metrics } from './conversation'
import { noMetrics } from './conversation'
import { makeConversation, makeStep, makeTurn } from './testing'
import { judgeAnswers } from './verdict'

const ids = ['a', 'b', 'c', 'd']
const models = ids.map((id) => `sandbox/${id}`)

/** `speed` tokens in the second after the first token. */
const measured = (costUsd: number | null, firstTokenMs: number, speed: number): Metrics => ({
  ...noMetrics,
  costUsd,
  firstTokenMs,
  completionTokens: speed,
  totalMs: firstTokenMs + 1000,
})

function judge(answers: Partial<AssistantStep>[]) {
  const replies = Object.fromEntries(
    answers.map((answer, at) => [ids[at], [makeStep({ modelId: `sandbox/${ids[at]}`, ...answer })]]),
  )
  const columns = models.slice(0, answers.length)
  const verdicts = judgeAnswers(makeConversation({ turns: [makeTurn('1', 'Hi', replies)] }, columns))
  return [...(verdicts ?? new Map()).values()]
}

describe('judgeAnswers', () => {
  it('compares two answers with each other, in words', () => {
    const [one, other] = judge([
      { metrics: measured(0.001, 1500, 50) },
      { metrics: measured(0.012, 200, 100) },
    ])
    expect(one.words).toBe('12× cheaper, 1.30 s slower to start, writes 2× slower')
    expect(other.words).toBe('12× more expensive, 1.30 s faster to start, writes 2× faster')
    expect(one.bars).toEqual([
      { name: 'cost', shown: '$0.001', length: 0.001 / 0.012, isBest: true },
      { name: 'firstToken', shown: '1.50 s', length: 1, isBest: false },
      { name: 'speed', shown: '50 tok/s', length: 0.5, isBest: false },
    ])
  })

  it('compares one of several with the best of the others', () => {
    const [cheap, middle, dear] = judge([1, 1.3, 6].map((cost) => ({ metrics: measured(cost, 100, 60) })))
    expect(cheap.words).toBe('23% cheaper, same start, writes as fast')
    expect(middle.words).toContain('30% more expensive')
    expect(dear.words).toContain('6× more expensive')
  })

  it.each(['failed', 'stopped', 'interrupted'] as const)('an answer that %s takes no part', (status) => {
    const [one, out, third] = judge([
      { metrics: measured(2, 300, 10) },
      { status, metrics: measured(1, 100, 20) },
      { metrics: measured(4, 300, 10) },
    ])
    expect(out).toEqual({ standing: status, bars: [], words: '', others: 0 })
    expect(one.words).toContain('2× cheaper')
    expect(one.bars[0].isBest).toBe(true)
    expect(third.others).toBe(1)
  })

  it('nothing is said of what was not measured', () => {
    const [one, other] = judge([
      { metrics: { ...measured(null, 300, 10), completionTokens: null } },
      { metrics: measured(1, 300, 10) },
    ])
    expect(one.words).toBe('same start')
    expect(one.bars.map(({ shown }: { shown: string }) => shown)).toEqual(['–', '300 ms', '–'])
    expect(other.words).toBe('same start')
    expect(other.bars[0].isBest).toBe(false)
  })

  it('of a free model and a paid one', () => {
    const [one, other] = judge([{ metrics: measured(0, 300, 10) }, { metrics: measured(1, 300, 10) }])
    expect(one.words).toMatch(/^free,/)
    expect(other.words).toMatch(/^not free,/)
  })

  it('answers around a tool call count together', () => {
    const before = makeStep({ modelId: 'sandbox/a', metrics: measured(1, 100, 40) })
    const after = makeStep({ modelId: 'sandbox/a', metrics: measured(2, 300, 20) })
    const other = makeStep({ modelId: 'sandbox/b', metrics: measured(6, 100, 30) })
    const turns = [makeTurn('1', 'Hi', { a: [before, after], b: [other] })]
    const verdict = judgeAnswers(makeConversation({ turns }, ['sandbox/a', 'sandbox/b']))?.get('a')
    expect(verdict?.words).toBe('2× cheaper, same start, writes as fast')
  })

  it('copied answers and those of a model chosen before are not compared', () => {
    const [copied, former, writing] = judge([
      { copied: true },
      { modelId: 'sandbox/other' },
      { status: 'streaming' },
    ])
    expect([copied, former, writing].map(({ standing }) => standing)).toEqual(['none', 'none', 'writing'])
  })

  it('one column, or no question yet: no verdict', () => {
    expect(judgeAnswers(makeConversation({ turns: [makeTurn('1', 'Hi', { a: [makeStep()] })] }))).toBeNull()
    expect(judgeAnswers(makeConversation({}, models))).toBeNull()
  })
})
