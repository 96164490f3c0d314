import { describe, expect, it } from 'vitest'
import { addUsage, formatUsd, noMetrics, nothingSpent, sumColumn, tokensPerSecond } from './conversation'
import { Conversation } from './kept-conversation'
import { reduceConversation, titleOf } from './reduce-conversation'
import { makeConversation, makeStep, makeTurn } from './testing'

const prompt = (text: string) => ({ text, images: [] })

describe('reduceConversation', () => {
  it('adds a turn for every column and takes its title from the first prompt', () => {
    const steps = { a: makeStep(), b: makeStep() }
    const sent = reduceConversation(makeConversation({}, ['x', 'y']), {
      type: 'prompt-sent',
      prompt: prompt('## Hello there'),
      steps,
      now: 5,
    })
    expect(sent.title).toBe('Hello there')
    expect(sent.updatedAt).toBe(5)
    expect(sent.turns[0]?.replies).toEqual({ a: [steps.a], b: [steps.b] })
    const again = reduceConversation(sent, { type: 'prompt-sent', prompt: prompt('More'), steps: {}, now: 6 })
    expect(again.title).toBe('Hello there')
  })

  it('keeps an edited title', () => {
    const named = reduceConversation(makeConversation(), { type: 'renamed', title: '  Mine ' })
    const sent = reduceConversation(named, { type: 'prompt-sent', prompt: prompt('Hi'), steps: {}, now: 1 })
    expect(sent.title).toBe('Mine')
    expect(reduceConversation(sent, { type: 'renamed', title: '   ' })).toBe(sent)
  })

  it('replaces an earlier prompt and drops what followed it', () => {
    const turns = ['1', '2', '3'].map((id) => makeTurn(id, `prompt ${id}`, { a: [makeStep()] }))
    const step = makeStep({ content: '' })
    const edited = reduceConversation(makeConversation({ turns }), {
      type: 'prompt-edited',
      turnId: '2',
      prompt: prompt('other'),
      steps: { a: step },
      now: 9,
    })
    expect(edited.turns.map((turn) => turn.prompt.text)).toEqual(['prompt 1', 'other'])
    expect(edited.turns[1]).toMatchObject({ id: '2', replies: { a: [step] } })
  })

  it('retries a step in place: what came before it in the reply stays, later turns stay', () => {
    const [first, second] = [makeStep({ toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }] }), makeStep()]
    const tool = { kind: 'tool' as const, id: 't', toolCallId: 'c', content: '1' }
    const turns = [makeTurn('1', 'p', { a: [first, tool, second] }), makeTurn('2', 'q', { a: [makeStep()] })]
    const fresh = makeStep({ content: '' })
    const where = { turnId: '1', columnId: 'a' }
    const start = makeConversation({ turns })
    const retried = reduceConversation(start, {
      type: 'step-retried',
      ...where,
      stepId: second.id,
      step: fresh,
    })
    expect(retried.turns[0]?.replies.a).toEqual([first, tool, fresh])
    expect(retried.turns).toHaveLength(2)
    const fromStart = reduceConversation(start, { type: 'step-retried', ...where, stepId: null, step: fresh })
    expect(fromStart.turns[0]?.replies.a).toEqual([fresh])
  })

  it('deletes a step together with what depended on it', () => {
    const [first, second] = [makeStep(), makeStep()]
    const tool = { kind: 'tool' as const, id: 't', toolCallId: 'c', content: '1' }
    const turns = [makeTurn('1', 'p', { a: [first, tool, second] })]
    const after = reduceConversation(makeConversation({ turns }), {
      type: 'step-deleted',
      turnId: '1',
      columnId: 'a',
      stepId: first.id,
    })
    expect(after.turns[0]?.replies.a).toEqual([])
  })

  it('gives a new column the answers of the first, marked as copied', () => {
    const turns = [makeTurn('1', 'p', { a: [makeStep({ content: 'A' })] })]
    const wider = reduceConversation(makeConversation({ turns }), { type: 'column-added', modelId: 'm' })
    const added = wider.columns[1]
    expect(added?.modelId).toBe('m')
    expect(wider.turns[0]?.replies[added?.id ?? '']).toMatchObject([{ content: 'A', copied: true }])
    expect(wider.spent).toEqual(makeConversation().spent)
  })

  it('has one to four columns', () => {
    const four = makeConversation({}, ['1', '2', '3', '4'])
    expect(reduceConversation(four, { type: 'column-added', modelId: 'm' })).toBe(four)
    const one = makeConversation()
    expect(reduceConversation(one, { type: 'column-removed', columnId: 'a' })).toBe(one)
    const turns = [makeTurn('1', 'p', { '1': [makeStep()], b: [makeStep()] })]
    const three = reduceConversation({ ...four, turns }, { type: 'column-removed', columnId: 'b' })
    expect(three.columns.map((column) => column.id)).toEqual(['a', 'c', 'd'])
    expect(Object.keys(three.turns[0]?.replies ?? {})).toEqual(['1'])
  })

  it('counts every finished answer, including deleted ones', () => {
    const step = makeStep()
    const metrics = { ...step.metrics, costUsd: 0.0000001, promptTokens: 3, completionTokens: 4 }
    const finished = { ...step, metrics }
    const turns = [makeTurn('1', 'p', { a: [{ ...step, status: 'streaming' as const }] })]
    const standing = reduceConversation(makeConversation({ turns }), {
      type: 'step-finished',
      step: finished,
    })
    expect(standing.turns[0]?.replies.a).toEqual([finished])
    expect(standing.spent).toEqual({ costNanos: 100, promptTokens: 3, completionTokens: 4, answers: 1 })
    const gone = reduceConversation(makeConversation(), { type: 'step-finished', step: finished })
    expect(gone.spent.costNanos).toBe(100)
  })

  it('adds the cost of a stopped answer when it is known, without counting it twice', () => {
    const step = makeStep({ status: 'stopped' })
    const turns = [makeTurn('1', 'p', { a: [{ ...step, status: 'streaming' as const }] })]
    const stopped = reduceConversation(makeConversation({ turns }), { type: 'step-finished', step })
    const bill = { promptTokens: 3, completionTokens: 4, costUsd: 0.000001 }
    const billed = reduceConversation(stopped, { type: 'step-billed', stepId: step.id, bill })
    expect(billed.turns[0]?.replies.a).toEqual([{ ...step, metrics: { ...step.metrics, ...bill } }])
    expect(billed.spent).toEqual({ costNanos: 1_000, promptTokens: 3, completionTokens: 4, answers: 1 })
  })

  it('remains readable for the archive', () => {
    const turns = [makeTurn('1', 'p', { a: [makeStep()] })]
    const conversation = makeConversation({ turns })
    expect(Conversation.parse(structuredClone(conversation))).toEqual(conversation)
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

describe('addUsage', () => {
  it('does not drift over many small costs', () => {
    const metrics = { ...noMetrics, costUsd: 0.0000015, promptTokens: 1, completionTokens: null }
    let sum = nothingSpent
    for (let at = 0; at < 10_000; at++) sum = addUsage(sum, metrics)
    expect(sum).toEqual({ costNanos: 15_000_000, promptTokens: 10_000, completionTokens: 0, answers: 10_000 })
  })
})

describe('sumColumn', () => {
  it('counts neither copied answers nor unfinished ones', () => {
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

  it('is null where it would be meaningless', () => {
    expect(tokensPerSecond(noMetrics)).toBeNull()
    expect(tokensPerSecond({ ...noMetrics, completionTokens: 1, firstTokenMs: 5, totalMs: 9 })).toBeNull()
    expect(tokensPerSecond({ ...noMetrics, completionTokens: 9, firstTokenMs: 5, totalMs: 5 })).toBeNull()
  })
})

describe('formatUsd', () => {
  it('removes floating point noise', () => {
    expect(formatUsd(0.1 + 0.2)).toBe('$0.30')
    expect(formatUsd(1.5e-6)).toBe('$0.000002')
  })
})
