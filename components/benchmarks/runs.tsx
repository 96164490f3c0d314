'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Gauge } from 'lucide-react'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Loaded } from '@/components/data/loaded'
import { RecentTime } from '@/components/data/relative-time'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { cancelRunMutation, isOpenRun, runsQuery } from '@/lib/benchmarks/queries'
import type { BenchmarkRun } from '@/lib/benchmarks/schema'
import { formatMoney } from '@/lib/client/format/money'

const looks = {
  queued: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'accent', word: 'Running' },
  completed: { tone: 'success', word: 'Completed' },
  failed: { tone: 'danger', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
} as const

type Suite = BenchmarkRun['suites'][number]

/** Each score with the interval that its number of items allows. */
const columns: [FigureColumn<Suite>, ...FigureColumn<Suite>[]] = [
  { id: 'suite', name: 'Suite', cell: ({ category, source }) => `${category} (${source})` },
  { id: 'score', name: 'Score', numeric: true, cell: ({ score }) => (score === null ? '–' : `${score} %`) },
  {
    id: 'interval',
    name: '95 % interval',
    numeric: true,
    cell: ({ low, high }) => (low === null ? '–' : `${low}–${high} %`),
  },
  { id: 'passed', name: 'Passed', numeric: true, cell: ({ passed, items }) => `${passed} of ${items}` },
]

/** The newest runs; each opens to its scores and what it missed. */
export function Runs() {
  const query = useQuery(runsQuery)
  return (
    <Panel>
      <PanelHeader title="Runs" />
      <Loaded query={query} what="runs" rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={<Gauge />} title="Nothing measured yet" />
          ) : (
            <ul aria-label="Runs" className="divide-y divide-line">
              {data.map((run, at) => (
                <li key={run.id}>
                  <RunDetails run={run} isNewest={at === 0} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function RunDetails({ run, isNewest }: { run: BenchmarkRun; isNewest: boolean }) {
  const cancel = useMutation(cancelRunMutation)
  const { tone, word } = looks[run.status]
  return (
    <details open={isNewest} className="group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm hover:bg-hover/60">
        <ChevronRight aria-hidden="true" className="size-4 text-faint group-open:rotate-90" />
        <span className="min-w-0 flex-1 basis-48 truncate font-medium">{run.model_id}</span>
        <StatusDot tone={tone}>{word}</StatusDot>
        <span className="figures text-muted">
          {run.done} of {run.items}
        </span>
        <span className="figures text-muted">{formatMoney(run.cost, 'sum')}</span>
        <span className="figures text-faint">
          <RecentTime at={run.created_at} />
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-4 pb-4">
        {run.failure && <p className="text-sm text-danger-text">{run.failure}</p>}
        <FigureTable
          label={`Scores of ${run.model_id}`}
          rows={run.suites}
          keyOf={({ source }) => source}
          columns={columns}
          needs="narrow"
        />
        {run.missed.length > 0 && (
          <div className="text-sm">
            <h3 className="font-medium">Not passed</h3>
            <ul className="text-xs text-muted">
              {run.missed.map(({ item, reason }) => (
                <li key={item} className="break-words">
                  <span className="font-mono text-ink">{item}</span> {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        {isOpenRun(run.status) && (
          <Button
            variant="danger-quiet"
            className="self-start"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run.id, { onError: ({ message }) => toast.error(message) })}
          >
            Cancel run
          </Button>
        )}
      </div>
    </details>
  )
}
