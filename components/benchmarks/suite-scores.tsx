import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { BenchmarkRun, SuiteProgress } from '@/lib/benchmarks/schema'
import { formatDuration } from '@/lib/client/format/number'

/** The scores of a run so far, each with the interval that its number of items allows. */
export function SuiteScores({ run }: { run: BenchmarkRun }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">Scores</h3>
      <div className="rounded-lg border border-line">
        <Table label="Scores">
          <TableHeader>
            <tr>
              <TableHead>Suite</TableHead>
              <TableHead numeric>Score</TableHead>
              <TableHead numeric>Passed</TableHead>
              <TableHead numeric className="max-sm:hidden">
                Median
              </TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {run.suites.map((suite) => (
              <TableRow key={suite.id}>
                <TableCell>
                  {suite.category}
                  <span className="block text-xs text-faint">
                    portico-{suite.id}@{suite.version}
                  </span>
                </TableCell>
                <TableCell numeric>
                  {suite.score === null ? '–' : `${suite.score.toFixed(1)} %`}
                  <span className="block text-xs text-faint">{intervalOf(suite)}</span>
                </TableCell>
                <TableCell numeric>
                  {suite.passed} of {suite.items}
                  <span className="block text-xs text-faint">{unansweredOf(suite)}</span>
                </TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  {suite.latency_p50_ms === null ? '–' : formatDuration(suite.latency_p50_ms)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {run.status === 'completed' && !run.is_ranked && (
        <p className="text-xs text-faint">Not ranked: only whole suites with every item answered are.</p>
      )}
    </section>
  )
}

function intervalOf({ low, high }: SuiteProgress): string {
  return low === null || high === null ? '' : `${low.toFixed(1)}–${high.toFixed(1)}`
}

function unansweredOf({ unanswered }: SuiteProgress): string {
  return unanswered === 0 ? '' : `${unanswered} unanswered`
}
