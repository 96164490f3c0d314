import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SuiteId } from '../../schema'
import { spoilAnswer } from '../../testing/spoil-answer'
import { findSuite } from '../find-suite'
import { gradeAnswer } from '../grading/grade-answer'

/** What each version of a suite asks and expects. An item that changes needs a new version, and a new line here. */
const digests: Record<string, string> = {
  'instructions@1': 'd03826362252c8e0eed456db1718db9e',
  'long-context@1': 'cad7c164d4f7b01e96a31c825e8b821c',
  'reasoning@1': '16b70b98948ad16fa2c8883917a1b269',
  'structured-output@1': '20a1905130a90103157405b8fca89c09',
  'tool-use@1': '6e5b60515259cab2bdf132059e451fbc',
}

const suites = SuiteId.options.map(findSuite)

describe.each(suites)('$id', (suite) => {
  it('has at least forty items, each with an id of its own', () => {
    expect(suite.items.length).toBeGreaterThanOrEqual(40)
    expect(new Set(suite.items.map(({ id }) => id)).size).toBe(suite.items.length)
  })

  it('has not changed without a new version', () => {
    const digest = createHash('sha256').update(JSON.stringify(suite.items)).digest('hex')
    expect({ [`${suite.id}@${suite.version}`]: digest.slice(0, 32) }).toEqual({
      [`${suite.id}@${suite.version}`]: digests[`${suite.id}@${suite.version}`],
    })
  })

  it.each(suite.items)(
    'passes the reference of $id, and nothing for an answer that says nothing',
    async (item) => {
      const { question, check, reference } = item
      expect(await gradeAnswer(question, check, reference)).toEqual({ passed: true })
      expect(await gradeAnswer(question, check, { text: '', calls: [] })).toMatchObject({ passed: false })
      const prompt = question.messages.map(({ content }) => content).join('\n')
      expect(await gradeAnswer(question, check, { text: prompt, calls: [] })).toMatchObject({
        passed: check.kind === 'calls' && check.calls.length === 0,
      })
    },
  )

  it('passes no reference that was spoilt', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...suite.items), fc.nat(1000), async (item, seed) => {
        const grade = await gradeAnswer(item.question, item.check, spoilAnswer(item, seed))
        expect({ id: item.id, passed: grade.passed }).toEqual({ id: item.id, passed: false })
      }),
      { numRuns: 1000 },
    )
  }, 120_000)
})
