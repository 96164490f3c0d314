// How many tests passed, failed and were skipped, from what the runners write down.

export const none = { passed: 0, failed: 0, skipped: 0 }
export const oneFailed = { ...none, failed: 1 }
export const onePassed = { ...none, passed: 1 }

export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/** A runner that ran nothing, or that complains though no test failed, counts as one failure. */
function orOneFailed(counts, complains) {
  const ran = counts.passed + counts.failed > 0
  return counts.failed === 0 && (complains || !ran) ? add(counts, oneFailed) : counts
}

/** From Vitest's JSON report. A file that could not even be loaded counts as one failure. */
export function countVitest(report, exitedWell) {
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
  return orOneFailed(counts, !exitedWell)
}

/** From Playwright's JSON report. */
export function countPlaywright(report, exitedWell) {
  const { expected, unexpected, skipped } = report.stats
  const counts = { passed: expected, failed: unexpected + report.errors.length, skipped }
  return orOneFailed(counts, !exitedWell)
}

const words = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

/** The line that every run ends with. */
export const summaryLine = words
