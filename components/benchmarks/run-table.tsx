import { RecentTime } from '@/components/data/recent-time'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import type { BenchmarkRun } from '@/lib/benchmarks/schema'
import { formatMoney } from '@/lib/client/format/money'
import { RunProgress } from './run-progress'
import { RunStatusDot } from './run-status-dot'

type RunTableProps = { runs: readonly BenchmarkRun[]; onOpen: (runId: string) => void }

export function RunTable({ runs, onOpen }: RunTableProps) {
  return (
    <Table label="Runs" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead>Model</TableHead>
          <TableHead className="w-28 max-sm:hidden">Status</TableHead>
          <TableHead className="w-36 sm:w-44">Items</TableHead>
          <TableHead numeric className="w-24 max-sm:hidden">
            Cost
          </TableHead>
          <TableHead numeric className="w-28 max-sm:hidden">
            Begun
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {runs.map((run) => (
          <PressableRow key={run.id}>
            <TableCell>
              <button
                type="button"
                onClick={() => onOpen(run.id)}
                className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
              >
                {run.model_id}
              </button>
              <span className="sm:hidden">
                <RunStatusDot status={run.status} />
              </span>
            </TableCell>
            <TableCell className="max-sm:hidden">
              <RunStatusDot status={run.status} />
            </TableCell>
            <TableCell>
              <RunProgress run={run} />
            </TableCell>
            <TableCell numeric className="max-sm:hidden">
              {formatMoney(run.cost, { min: 2, max: 4 })}
            </TableCell>
            <TableCell numeric className="text-muted max-sm:hidden">
              <RecentTime at={run.created_at} />
            </TableCell>
          </PressableRow>
        ))}
      </TableBody>
    </Table>
  )
}
