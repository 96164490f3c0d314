import { describe, expect, it } from 'vitest'
import { add, countPlaywright, countVitest, none, oneFailed, summaryLine } from './checks.mjs'

const vitest = (passed: number, failed: number, files: object[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files,
})

describe('counting', () => {
  it('adds up and ends with one line', () => {
    const sum = add(add(none, oneFailed), { passed: 41, failed: 0, skipped: 0 })
    expect(summaryLine(sum)).toBe('41 passed, 1 failed')
    expect(summaryLine({ ...sum, skipped: 2 })).toBe('41 passed, 1 failed, 2 skipped')
  })

  it('takes what Vitest counted', () => {
    expect(countVitest(vitest(5, 2), false)).toEqual({ passed: 5, failed: 2, skipped: 0 })
  })

  it('counts a test file that could not be loaded', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(countVitest(vitest(5, 0, [broken]), false).failed).toBe(1)
  })

  it('never calls a run good that ran nothing or ended badly', () => {
    expect(countVitest(vitest(0, 0), true).failed).toBe(1)
    expect(countVitest(vitest(9, 0), false)).toEqual({ passed: 9, failed: 1, skipped: 0 })
    const stats = { expected: 0, unexpected: 0, skipped: 3 }
    expect(countPlaywright({ stats, errors: [] }, true)).toEqual({ passed: 0, failed: 1, skipped: 3 })
  })

  it('takes what Playwright counted, errors outside of tests too', () => {
    const stats = { expected: 7, unexpected: 1, skipped: 0 }
    expect(countPlaywright({ stats, errors: [{}] }, false)).toEqual({ passed: 7, failed: 2, skipped: 0 })
  })
})
