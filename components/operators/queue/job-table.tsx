import { RecentTime } from '@/components/data/recent-time'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import type { Job } from '@/lib/operators/schema'

type JobTableProps = { jobs: readonly Job[]; onOpen: (job: Job) => void }

export function JobTable({ jobs, onOpen }: JobTableProps) {
  return (
    <Table label="Jobs" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="sm:w-[32%]">Queue</TableHead>
          <TableHead className="w-[36%] max-sm:hidden">Error</TableHead>
          <TableHead numeric className="w-20">
            Tries
          </TableHead>
          <TableHead numeric className="w-28">
            When
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {jobs.map((job) => (
          <PressableRow key={job.id}>
            <TableCell>
              <button
                type="button"
                onClick={() => onOpen(job)}
                className="block max-w-full truncate rounded-xs text-left font-mono text-xs font-medium decoration-line-strong underline-offset-3 hover:underline"
              >
                {job.queue}
              </button>
              <span className="block truncate text-xs text-danger-text sm:hidden">{job.error?.message}</span>
            </TableCell>
            <TableCell className="truncate text-xs text-muted max-sm:hidden" title={job.error?.message}>
              {job.error?.message ?? '–'}
            </TableCell>
            <TableCell numeric className="text-muted">
              {job.tries} of {job.max_tries}
            </TableCell>
            <TableCell numeric className="text-muted">
              <RecentTime at={job.finished_at ?? job.started_at ?? job.created_at} />
            </TableCell>
          </PressableRow>
        ))}
      </TableBody>
    </Table>
  )
}
