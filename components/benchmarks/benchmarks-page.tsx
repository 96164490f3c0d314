'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { NativeCheck } from '@/components/forms/native-controls'
import { OptionField } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { estimateQuery, startRunMutation } from '@/lib/benchmarks/queries'
import type { EstimateRequest, SuiteId } from '@/lib/benchmarks/schema'
import { modelListQuery } from '@/lib/catalog/queries'
import { formatMoney } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import { Imports } from './imports'
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
                setSuites(
                  offered
                    .map((one) => one.id)
                    .filter((one) => (one === id ? target.checked : suites.includes(one))),
                )
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
