import { describe, expect, it } from 'vitest'
import { noMetrics } from './create-step'
import { interruptConversation } from './interrupt-conversation'
import { countChangedSettings, defaultSettings } from './settings'
import { addUsage, nothingSpent, sumColumn, tokensPerSecond } from './sum-usage'
import { makeConversation, makeStep, makeTurn } from './testing/make-conversation'
import { titleOf } from './title-of'

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

describe('interruptConversation', () => {
  it('marks what was being written and fills in what had been saved of it', () => {
    const live = makeStep({ status: 'streaming', content: '' })
    const done = makeStep()
    const turns = [makeTurn('1', 'p', { a: [live], b: [done] })]
    const draft = { id: live.id, content: 'Half an ans', reasoning: '', toolCalls: [] }
    const after = interruptConversation(makeConversation({ turns }), [draft])
    expect(after.turns[0]?.replies.a).toMatchObject([{ status: 'interrupted', content: 'Half an ans' }])
    expect(after.turns[0]?.replies.b).toEqual([done])
  })
})

describe('countChangedSettings', () => {
  it('counts what would be sent differently', () => {
    expect(countChangedSettings(defaultSettings)).toBe(0)
    expect(
      countChangedSettings({ ...defaultSettings, system: 'x', schemaText: '{}', toolChoice: 'none' }),
    ).toBe(0)
    expect(countChangedSettings({ ...defaultSettings, temperature: 1, stop: ['x'], toolsText: '[]' })).toBe(3)
  })
})

describe('titleOf', () => {
  it.each([
    ['', 'New conversation'],
    ['\n\n  # A title\nmore', 'A title'],
    ['a  b\tc', 'a b c'],
    ['🐢'.repeat(70), `${'🐢'.repeat(60)}…`],
  ])('%j → %j', (text, title) => expect(titleOf(text)).toBe(title))

  it('cuts at a word', () => {
    expect(titleOf('word '.repeat(30))).toBe(`${'word '.repeat(11)}word…`)
  })
})
