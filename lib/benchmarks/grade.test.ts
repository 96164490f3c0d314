import { describe, expect, it } from 'vitest'
import { type Answer, type Check, gradeAnswer } from './grade'
import { suites } from './suites'

const tools = suites['tool-use'].items[0]?.question.tools ?? []
const grade = (check: Check, answer: Partial<Answer>) =>
  gradeAnswer({ question: { messages: [], tools }, check }, { text: '', calls: [], ...answer }) === undefined

describe('a number', () => {
  const check: Check = { kind: 'line', accepted: ['1234.5'] }
  it.each([
    'Answer: 1234.5',
    'So it is 3.\n\n**Answer:** 1,234.5',
    'answer : $1234.50.',
    '> Final answer: `1234.5` km',
    'Answer: 7\nNo, wait.\nAnswer: 1234.5',
  ])('is found in %j', (text) => expect(grade(check, { text })).toBe(true))

  it.each([
    '1234.5',
    'Answer: 1234.5 or 1234.6',
    'Answer: 1234.5\nAnswer: 1',
    'Answer: 12345e-1',
    'Answer: 0x4d2',
    'Answer: 1,23,4.5',
    'Answer: between 1 and 9999',
    'Answer:',
    'The answer: is not 5',
    `${'Answer: 1 '.repeat(20_001)}\nAnswer: 1234.5`,
  ])('is not found in %#', (text) => expect(grade(check, { text })).toBe(false))

  it('may be below zero, however the minus is written', () => {
    for (const text of ['Answer: -3', 'Answer: −3'])
      expect(grade({ kind: 'line', accepted: ['-3'] }, { text })).toBe(true)
  })
})

describe('words', () => {
  const check: Check = { kind: 'line', accepted: ['green', 'green box'] }
  it.each(['Answer: Green', 'Answer: the green box.', '**Answer: “GREEN”**'])('take %j', (text) =>
    expect(grade(check, { text })).toBe(true),
  )
  it.each(['Answer: green, not red', 'Answer: greenish', 'green', 'Answer: red\nnot green'])(
    'refuse %j',
    (text) => expect(grade(check, { text })).toBe(false),
  )
})

describe('JSON', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: ['string', 'null'] } },
    required: ['a', 'b'],
    additionalProperties: false,
  }
  const check: Check = { kind: 'json', schema, expected: { a: 1, b: 'Mia' } }
  it.each(['{"a":1,"b":"Mia"}', ' {"b": "mia", "a": 1.0}\n', '```json\n{"a":1,"b":"Mia"}\n```'])(
    'takes %j',
    (text) => expect(grade(check, { text })).toBe(true),
  )
  it.each([
    'Here it is: {"a":1,"b":"Mia"}',
    '{"a":1,"b":"Mia"} {"a":1,"b":"Mia"}',
    '{"a":"1","b":"Mia"}',
    '{"a":1,"b":null}',
    '{"a":1}',
    '{"a":1,"b":"Mia","c":0}',
    '{"a":1,"b":"Mia","__proto__":{}}',
    '[{"a":1,"b":"Mia"}]',
    'null',
    '"{\\"a\\":1}"',
    '{"a":1,"b":"Mia",}',
  ])('refuses %j', (text) => expect(grade(check, { text })).toBe(false))
})

describe('calls', () => {
  const weather = (parameters: object) => ({ name: 'get_weather', arguments: JSON.stringify(parameters) })
  const check: Check = { kind: 'calls', calls: [{ name: 'get_weather', arguments: { city: 'Rome' } }] }

  it('may say what the tool does anyway', () => {
    expect(grade(check, { calls: [weather({ city: 'rome', unit: 'celsius' })] })).toBe(true)
    expect(grade(check, { calls: [weather({ city: 'Rome', unit: 'fahrenheit' })] })).toBe(false)
  })

  it('may come in any order, each once', () => {
    const both: Check = {
      kind: 'calls',
      calls: [...check.calls, { name: 'get_weather', arguments: { city: 'Oslo' } }],
    }
    const [rome, oslo] = [weather({ city: 'Rome' }), weather({ city: 'Oslo' })]
    expect(grade(both, { calls: [oslo, rome] })).toBe(true)
    expect(grade(both, { calls: [rome, rome] })).toBe(false)
    expect(grade(both, { calls: [rome, oslo, oslo] })).toBe(false)
  })

  it.each([
    [[]],
    [[{ name: 'toString', arguments: '{}' }]],
    [[{ name: 'get_weather', arguments: '[]' }]],
    [[{ name: 'get_weather', arguments: '{"city":"Rome"' }]],
    [[weather({ city: 'Rome', planet: 'Earth' })]],
    [[weather({ town: 'Rome' })]],
  ])('%# are not what was asked', (calls) => expect(grade(check, { calls })).toBe(false))

  it('written as text are none', () => {
    expect(grade(check, { text: '{"name":"get_weather","arguments":{"city":"Rome"}}' })).toBe(false)
  })

  it('that nobody asked for are wrong, and so is silence', () => {
    const none: Check = { kind: 'calls', calls: [] }
    expect(grade(none, { text: 'No need.' })).toBe(true)
    expect(grade(none, { text: 'No need.', calls: [weather({ city: 'Rome' })] })).toBe(false)
    expect(grade(none, {})).toBe(false)
  })
})

describe('rules', () => {
  const check = (rules: object): Check => ({
    kind: 'rules',
    rules: { matches: [], matchesCase: [], ...rules },
  })
  it.each([
    [{ words: [2, 3] }, 'one two', 'one'],
    [{ sentences: 2 }, 'It is. Is it?', 'It is.'],
    [{ lines: 2 }, 'one\n\n two', 'one'],
    [{ everyLine: '^\\w+$' }, 'one\n two', 'one\nt w o'],
    [{ matches: ['^a'] }, 'Ab', 'ba'],
    [{ matchesCase: ['^a'] }, 'ab', 'Ab'],
    [{}, 'x'.repeat(2000), 'x'.repeat(2001)],
  ])('%j are kept by one and broken by the other', (rules, kept, broken) => {
    expect(grade(check(rules), { text: kept })).toBe(true)
    expect(grade(check(rules), { text: broken })).toBe(false)
  })
})
