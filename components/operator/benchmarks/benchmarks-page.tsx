'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, Gauge } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Loaded } from '@/components/data/loaded'
import { RecentTime } from '@/components/data/relative-time'
import { NativeCheck } from '@/components/forms/native-controls'
import { OptionField } from '@/components/forms/option-select'
import { TextAreaField } from '@/components/forms/text-field'
import { Page, PageHeader } from '@/components/layout/page'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { modelListQuery } from '@/lib/catalog/models/queries'
import type { ImportedCategory, SuiteId } from '@/lib/catalog/rankings/scores-schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import {
  cancelRunMutation,
  estimateQuery,
  importScoresMutation,
  importsQuery,
  isOpenRun,
  runsQuery,
  startRunMutation,
  withdrawScoresMutation,
} from '@/lib/operator/benchmarks/queries'
import type { BenchmarkRun, EstimateRequest } from '@/lib/operator/benchmarks/schema'

type BenchmarksPageProps = { suites: readonly { id: SuiteId; name: string }[] }

/** Starts benchmark runs, lists them with their scores, and imports published scores. */
export function BenchmarksPage({ suites }: BenchmarksPageProps) {
  return (
    <Page>
      <PageHeader
        title="Benchmarks"
        description={
          <>
            Built-in suites run through this gateway and are graded by code. Scores appear in{' '}
            <Link
              href={`${paths.rankings}#benchmarks`}
              className="text-brand-text underline underline-offset-3"
            >
              rankings
            </Link>
            .
          </>
        }
      />
      <StartPanel suites={suites} />
      <Runs />
      <Imports />
    </Page>
  )
}

/** Chooses a model and suites; the cost is shown before the run starts. */
function StartPanel({ suites: offered }: BenchmarksPageProps) {
  const models = useQuery({
    ...modelListQuery(),
    select: ({ data }) => data.filter(({ modality }) => modality === 'chat').map(({ id }) => id),
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const [suites, setSuites] = useState(offered.map(({ id }) => id))
  const model = chosen ?? models.data?.[0] ?? ''
  const request: EstimateRequest | null = model === '' || suites.length === 0 ? null : { model, suites }
  const estimate = useQuery(estimateQuery(request))
  const start = useMutation(startRunMutation)
  const { data, error, isPlaceholderData } = estimate
  const accepted = request === null || isPlaceholderData ? undefined : data
  return (
    <Panel>
      <PanelHeader title="New run" />
      <PanelBody className="flex flex-col gap-5">
        <OptionField
          label="Model"
          options={(models.data ?? []).map((id) => ({ value: id, label: id }))}
          value={model}
          onValueChange={setChosen}
          disabled={models.data === undefined}
        />
        <fieldset className="grid gap-x-6 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium text-foreground">Suites</legend>
          {offered.map(({ id, name }) => (
            <NativeCheck
              key={id}
              label={name}
              checked={suites.includes(id)}
              onChange={({ target }) =>
                setSuites(target.checked ? [...suites, id] : suites.filter((one) => one !== id))
              }
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border pt-4">
          <p aria-live="polite" className="min-w-0 flex-1 basis-72 text-sm text-muted-foreground">
            {error?.message ??
              (request === null || data === undefined
                ? 'Choose a model and at least one suite.'
                : `${data.items} items. Estimated cost to your account: ${formatMoney(data.min_cost, 'sum')} to ${formatMoney(data.max_cost, 'sum')}.`)}
          </p>
          <Button
            variant="default"
            disabled={accepted === undefined}
            loading={start.isPending}
            onClick={() =>
              request &&
              accepted &&
              start.mutate(
                { ...request, max_cost_usd: accepted.max_cost },
                { onError: ({ message }) => toast.error(message) },
              )
            }
          >
            Start run
          </Button>
        </div>
      </PanelBody>
    </Panel>
  )
}

const statuses = {
  queued: { tone: 'neutral', label: 'Queued' },
  running: { tone: 'accent', label: 'Running' },
  completed: { tone: 'success', label: 'Completed' },
  failed: { tone: 'danger', label: 'Failed' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
} as const

type Suite = BenchmarkRun['suites'][number]

/** Each score with its 95% interval. */
const columns: [FigureColumn<Suite>, ...FigureColumn<Suite>[]] = [
  { id: 'suite', name: 'Suite', cell: ({ category, source }) => `${category} (${source})` },
  { id: 'score', name: 'Score', numeric: true, cell: ({ score }) => (score === null ? '–' : `${score}%`) },
  {
    id: 'interval',
    name: '95% interval',
    numeric: true,
    cell: ({ low, high }) => (low === null ? '–' : `${low}–${high}%`),
  },
  { id: 'passed', name: 'Passed', numeric: true, cell: ({ passed, items }) => `${passed} of ${items}` },
]

/** The latest runs; each opens to its scores and failed items. */
function Runs() {
  const query = useQuery(runsQuery)
  return (
    <Panel>
      <PanelHeader title="Runs" />
      <Loaded query={query} what="runs" rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<Gauge />}
              title="No runs yet"
              description="Each run appears here with its scores and cost."
            />
          ) : (
            <ul aria-label="Runs" className="divide-y divide-border">
              {data.map((run, index) => (
                <li key={run.id}>
                  <RunDetails run={run} isLatest={index === 0} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function RunDetails({ run, isLatest }: { run: BenchmarkRun; isLatest: boolean }) {
  const cancel = useMutation(cancelRunMutation)
  const { tone, label } = statuses[run.status]
  return (
    <details open={isLatest} className="group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm hover:bg-accent/60">
        <ChevronRight aria-hidden="true" className="size-4 text-faint-foreground group-open:rotate-90" />
        <span className="min-w-0 flex-1 basis-48 truncate font-medium">{run.model_id}</span>
        <StatusDot tone={tone}>{label}</StatusDot>
        <span className="figures text-muted-foreground">
          {run.done} of {run.items}
        </span>
        <span className="figures text-muted-foreground">{formatMoney(run.cost, 'sum')}</span>
        <span className="figures text-faint-foreground">
          <RecentTime at={run.created_at} />
        </span>
      </summary>
      <div className="flex flex-col gap-4 px-4 pb-4">
        {run.failure && <p className="text-sm text-destructive-text">{run.failure}</p>}
        <FigureTable
          label={`Scores of ${run.model_id}`}
          rows={run.suites}
          keyOf={({ source }) => source}
          columns={columns}
          needs="narrow"
        />
        {run.missed.length > 0 && (
          <div className="text-sm">
            <h3 className="font-medium">Failed items</h3>
            <ul className="text-xs text-muted-foreground">
              {run.missed.map(({ item, reason }) => (
                <li key={item} className="break-words">
                  <span className="font-mono text-foreground">{item}</span> {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
        {isOpenRun(run.status) && (
          <Button
            variant="destructive-outline"
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

const example = `{
  "source": { "name": "…", "url": "https://…", "licence": "CC BY 4.0", "date": "2026-11-01" },
  "results": [{ "model": "…", "category": "…", "metric": "…", "score": 71.5 }]
}`

/** Imports and removes scores published elsewhere, with their source, license and date. */
function Imports() {
  const { data } = useQuery(importsQuery)
  const [json, setJson] = useState('')
  const { mutate, error, isPending } = useMutation(importScoresMutation)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(json, { onSuccess: () => setJson('') })
  }
  return (
    <Panel>
      <PanelHeader title="Imported scores" />
      <ul aria-label="Imported scores" className="divide-y divide-border border-b border-border empty:hidden">
        {data?.data.map((imported) => (
          <ImportedLine key={imported.category} imported={imported} />
        ))}
      </ul>
      <PanelBody>
        <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
          <TextAreaField
            label="Published scores as JSON"
            error={error instanceof SyntaxError ? 'Enter valid JSON.' : error?.message}
            value={json}
            onChange={setJson}
            rows={5}
            className="font-mono text-xs"
            placeholder={example}
            spellCheck={false}
          />
          <Button variant="outline" type="submit" className="self-start" loading={isPending}>
            Import
          </Button>
        </form>
      </PanelBody>
    </Panel>
  )
}

function ImportedLine({ imported }: { imported: ImportedCategory }) {
  const { category, metric, source, source_url: url, licence, scores, as_of: asOf } = imported
  const remove = useMutation(withdrawScoresMutation)
  const count = `${scores} ${scores === 1 ? 'score' : 'scores'}`
  return (
    <li className="flex items-center gap-4 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{category}</p>
        <p className="text-xs break-words text-muted-foreground">
          {count} in {metric}, from{' '}
          <a href={url} rel="noreferrer" className="underline underline-offset-2 hover:text-foreground">
            {source}
          </a>{' '}
          ({licence}), {formatUtcDay(asOf)}
        </p>
      </div>
      <ConfirmButton
        button={
          <Button variant="destructive-outline" size="sm" aria-label={`Remove ${category}`}>
            Remove
          </Button>
        }
        title={`Remove ${category}?`}
        description={`${count} from ${source} will be removed from the rankings. The audit log keeps the values.`}
        confirmLabel="Remove"
        change={remove}
        variables={category}
        done={`${category} removed`}
      />
    </li>
  )
}
