import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Answer, type Check, gradeAnswer, type Item } from './grade'
import { wilsonInterval } from './scores'
import { SuiteId } from './scores-schema'
import { suites } from './suites'

/** What each version of a suite asks and expects. An item that changes needs a new version, and a new line here. */
const digests: Record<string, string> = {
  'instructions@2': 'fe289a6fbe00456383eff001e6458e3d',
  'reasoning@2': '3f40786b9133eb50c43111f64f618050',
  'structured-output@2': '421d76b23f5d0e8c859e2b8b333c33ac',
  'tool-use@2': 'd1e8bb9d8227ce893f0f1008d6d8ac86',
}

/** The reference, each with one error. */
function spoiltAnswers({ check, reference: { text, calls } }: Item): Answer[] {
  if (check.kind === 'line') return [`${text}9`, text.replace('Answer', 'So'), `${text} or 7`].map(said)
  if (check.kind === 'json')
    return [
      `{${text}`,
      text.replace('{', '{"more":1,'),
      ...spoiltValues(text),
      text.replace(/"[^"]+":/, '"x":'),
    ].map(said)
  if (check.kind === 'rules') {
    const { words, sentences, lines, everyLine } = check.rules
    return [
      said('§'),
      ...(words ? [said(`${text} ${'more '.repeat(words[1])}`)] : []),
      ...(sentences === undefined ? [] : [said(`${text} More is said.`)]),
      ...(lines === undefined ? [] : [said(`${text}\nmore`)]),
      ...(everyLine === undefined ? [] : [said(`${text}${' more'.repeat(9)}`)]),
    ]
  }
  const [first, ...others] = calls
  if (first === undefined) return [{ text, calls: [{ name: 'get_weather', arguments: '{"city":"Rome"}' }] }]
  return [
    { text: `${first.name}(${first.arguments})`, calls: others },
    { text, calls: [...calls, first] },
    ...[
      `${first.arguments}}`,
      first.arguments.replace('{', '{"more":1,'),
      ...spoiltValues(first.arguments),
    ].map((changed) => ({ text, calls: [{ name: first.name, arguments: changed }, ...others] })),
    { text, calls: [{ ...first, name: 'get_time' }, ...others] },
  ]
}

const said = (text: string): Answer => ({ text, calls: [] })

/** JSON with another value at each of its leaves in turn. */
function spoiltValues(json: string): string[] {
  return [...json.matchAll(/(?<=[:[,])(?:"[^"]*"|-?[\d.]+|true|false|null)(?!:)/g)].map(
    ({ 0: leaf, index }) => {
      const other = leaf.startsWith('"')
        ? `"${leaf.slice(1, -1)} x"`
        : leaf === 'true'
          ? 'false'
          : leaf === 'false'
            ? 'true'
            : leaf === 'null'
              ? '"x"'
              : `${Number(leaf) + 1}`
      return json.slice(0, index) + other + json.slice(index + leaf.length)
    },
  )
}

describe.each(SuiteId.options)('%s', (id) => {
  const { version, items } = suites[id]

  it('has items with unique ids, and has not changed without a new version', () => {
    expect(items.length).toBeGreaterThanOrEqual(20)
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length)
    const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 32)
    expect({ version, digest }).toEqual({ version, digest: digests[`${id}@${version}`] })
  })

  it.each(items)('$id is passed by its reference, but not by less or another answer', (item) => {
    expect(gradeAnswer(item, item.reference)).toBeUndefined()
    for (const spoilt of [said(''), ...spoiltAnswers(item)])
      expect({ spoilt, fault: gradeAnswer(item, spoilt) }).toEqual({ spoilt, fault: expect.any(String) })
  })

  it.each(items)('$id is not passed by an echo of the question', (item) => {
    const echo = said(
      item.question.messages.map((message) => ('content' in message ? message.content : '')).join('\n'),
    )
    const isToolsLeftAlone = item.check.kind === 'calls' && item.check.calls.length === 0
    expect(gradeAnswer(item, echo) === undefined).toBe(isToolsLeftAlone)
  })
})

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
  ])('is not found in %#', (text) => expect(grade(check, { text })).toBe(false))

  it('may be negative, with any minus sign', () => {
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

  it('may contain default values', () => {
    expect(grade(check, { calls: [weather({ city: 'rome', unit: 'celsius' })] })).toBe(true)
    expect(grade(check, { calls: [weather({ city: 'Rome', unit: 'fahrenheit' })] })).toBe(false)
  })

  it('may come in any order', () => {
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
  ])('%# are refused', (calls) => expect(grade(check, { calls })).toBe(false))

  it('written as text do not count', () => {
    expect(grade(check, { text: '{"name":"get_weather","arguments":{"city":"Rome"}}' })).toBe(false)
  })

  it('that were not requested fail, and so does an empty answer', () => {
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
  ])('%j accept one text and refuse the other', (rules, kept, broken) => {
    expect(grade(check(rules), { text: kept })).toBe(true)
    expect(grade(check(rules), { text: broken })).toBe(false)
  })
})

test.each([
  [0, 10, { score: 0, low: 0, high: 27.75 }],
  [5, 10, { score: 50, low: 23.66, high: 76.34 }],
  [10, 10, { score: 100, low: 72.25, high: 100 }],
  [81, 263, { score: 30.8, low: 25.53, high: 36.62 }], // Newcombe 1998, 0.2553 to 0.3662
  [1, 29, { score: 3.45, low: 0.61, high: 17.18 }], // Newcombe 1998, 0.0061 to 0.1718
])('%i of %i', (passed, items, interval) => {
  expect(wilsonInterval(passed, items)).toEqual(interval)
})

test('no items have no interval', () => expect(wilsonInterval(0, 0)).toBeUndefined())

test('the interval contains the share, stays within 0 and 100, and is symmetric', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (items, some) => {
      const passed = some % (items + 1)
      const { score, low, high } = wilsonInterval(passed, items) ?? { score: -1, low: 0, high: 0 }
      expect(0 <= low && low <= score && score <= high && high <= 100).toBe(true)
      const other = wilsonInterval(items - passed, items)
      expect(other?.low).toBeCloseTo(100 - high, 1)
    }),
  )
})
