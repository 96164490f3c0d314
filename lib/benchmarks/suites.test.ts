import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answer, gradeAnswer, type Item } from './grade'
import { SuiteId } from './schema'
import { suites } from './suites'

/** What each version of a suite asks and expects. An item that changes needs a new version, and a new line here. */
const digests: Record<string, string> = {
  'instructions@2': 'fe289a6fbe00456383eff001e6458e3d',
  'reasoning@2': '3f40786b9133eb50c43111f64f618050',
  'structured-output@2': '421d76b23f5d0e8c859e2b8b333c33ac',
  'tool-use@2': 'd1e8bb9d8227ce893f0f1008d6d8ac86',
}

/** The reference, wrong in one place each. */
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

  it('has items with an id of their own each, and has not changed without a new version', () => {
    expect(items.length).toBeGreaterThanOrEqual(20)
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length)
    const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 32)
    expect({ version, digest }).toEqual({ version, digest: digests[`${id}@${version}`] })
  })

  it.each(items)('$id is passed by its reference, and by nothing that says less or else', (item) => {
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
