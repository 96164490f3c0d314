'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { NativeCheck } from '@/components/forms/native-controls'
import { OptionField } from '@/components/forms/option-select'
import { TextAreaField } from '@/components/forms/text-field'
import { Page, PageHeader } from '@/components/layout/page'
import { formatUtcDay } from '@/components/site/format-utc'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import {
  estimateQuery,
  importScoresMutation,
  importsQuery,
  startRunMutation,
  withdrawScoresMutation,
} from '@/lib/benchmarks/queries'
import type { EstimateRequest, ImportedCategory, SuiteId } from '@/lib/benchmarks/schema'
import { modelListQuery } from '@/lib/catalog/queries'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { Runs } from './runs'

type BenchmarksPageProps = { suites: readonly { id: SuiteId; name: string }[] }

/** Measures models: a form that says what it costs, every run with what it has found, and scores of others. */
export function BenchmarksPage({ suites }: BenchmarksPageProps) {
  return (
    <Page>
      <PageHeader
        title="Benchmarks"
        description={
          <>
            Suites of our own, asked through the gateway and graded by code. Their scores appear in the{' '}
            <Link
              href={`${paths.rankings}#benchmarks`}
              className="text-accent-text underline underline-offset-3"
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

/** What to ask of which model. The cost stands beside the button before anything is asked. */
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
      <PanelHeader title="Measure a model" />
      <PanelBody className="flex flex-col gap-5">
        <OptionField
          label="Model"
          options={(models.data ?? []).map((id) => ({ value: id, label: id }))}
          value={model}
          onValueChange={setChosen}
          disabled={models.data === undefined}
        />
        <fieldset className="grid gap-x-6 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium text-ink">Suites</legend>
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
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <p aria-live="polite" className="min-w-0 flex-1 basis-72 text-sm text-muted">
            {error?.message ??
              (request === null || data === undefined
                ? 'Choose a model and at least one suite.'
                : `${data.items} items. They cost your account ${formatMoney(data.min_cost, 'sum')} to ${formatMoney(data.max_cost, 'sum')}.`)}
          </p>
          <Button
            variant="primary"
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

const example = `{
  "source": { "name": "…", "url": "https://…", "licence": "CC BY 4.0", "date": "2026-11-01" },
  "results": [{ "model": "…", "category": "…", "metric": "…", "score": 71.5 }]
}`

/** Scores of others: whose they are, where they were published, under which licence and when; and the way to withdraw them. */
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
      <ul aria-label="Imported scores" className="divide-y divide-line border-b border-line empty:hidden">
        {data?.data.map((one) => (
          <ImportedLine key={one.category} imported={one} />
        ))}
      </ul>
      <PanelBody>
        <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
          <TextAreaField
            label="Scores of others, as JSON"
            error={error instanceof SyntaxError ? 'The scores must be valid JSON.' : error?.message}
            value={json}
            onChange={setJson}
            rows={5}
            className="font-mono text-xs"
            placeholder={example}
            spellCheck={false}
          />
          <Button type="submit" className="self-start" loading={isPending}>
            Import
          </Button>
        </form>
      </PanelBody>
    </Panel>
  )
}

function ImportedLine({ imported }: { imported: ImportedCategory }) {
  const { category, metric, source, source_url: url, licence, scores, as_of: asOf } = imported
  const withdraw = useMutation(withdrawScoresMutation)
  const counted = `${scores} ${scores === 1 ? 'score' : 'scores'}`
  return (
    <li className="flex items-center gap-4 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{category}</p>
        <p className="text-xs break-words text-muted">
          {counted} in {metric}, from{' '}
          <a href={url} rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
            {source}
          </a>{' '}
          ({licence}), {formatUtcDay(asOf)}
        </p>
      </div>
      <ConfirmButton
        button={
          <Button variant="danger-quiet" size="sm" aria-label={`Withdraw ${category}`}>
            Withdraw
          </Button>
        }
        title={`Withdraw ${category}?`}
        description={`${counted} of ${source} will leave the rankings. The audit log keeps what they said.`}
        confirmLabel="Withdraw"
        change={withdraw}
        variables={category}
        done={`${category} is withdrawn`}
      />
    </li>
  )
}
