import { RecentTime } from '@/components/data/recent-time'
import { StatusDot } from '@/components/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import type { LedgerCheck } from '@/lib/operators/schema'

const states = {
  running: { tone: 'accent', word: 'Running' },
  passed: { tone: 'success', word: 'Passed' },
  failed: { tone: 'danger', word: 'Failed' },
  interrupted: { tone: 'neutral', word: 'Interrupted' },
} as const

export function CheckHistory({ checks }: { checks: readonly LedgerCheck[] }) {
  return (
    <Table label="Checks">
      <TableHeader>
        <tr>
          <TableHead>Result</TableHead>
          <TableHead>Began</TableHead>
          <TableHead className="max-sm:hidden">Asked for by</TableHead>
          <TableHead numeric className="max-sm:hidden">
            Entries
          </TableHead>
          <TableHead numeric className="max-sm:hidden">
            Took
          </TableHead>
          <TableHead numeric>Problems</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {checks.map((check) => {
          const { tone, word } = states[check.status]
          return (
            <TableRow key={check.id}>
              <TableCell>
                <StatusDot tone={tone}>{word}</StatusDot>
              </TableCell>
              <TableCell className="text-muted">
                <RecentTime at={check.started_at} />
              </TableCell>
              <TableCell className="text-muted max-sm:hidden">
                {check.cause === 'operator' ? 'An operator' : 'The clock'}
              </TableCell>
              <TableCell numeric className="text-muted max-sm:hidden">
                {check.findings ? formatNumber(check.findings.entries) : '–'}
              </TableCell>
              <TableCell numeric className="text-muted max-sm:hidden">
                {took(check)}
              </TableCell>
              <TableCell numeric>
                {check.findings ? formatNumber(check.findings.problems.length) : '–'}
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

function took({ started_at, finished_at }: LedgerCheck): string {
  return finished_at ? formatDuration(Date.parse(finished_at) - Date.parse(started_at)) : '–'
}
