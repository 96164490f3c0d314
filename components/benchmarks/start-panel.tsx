'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionField } from '@/components/forms/option-field'
import { TextField } from '@/components/forms/text-field'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { estimateQuery } from '@/lib/benchmarks/queries'
import { type EstimateRequest, SuiteId } from '@/lib/benchmarks/schema'
import { modelListQuery } from '@/lib/catalog/queries'
import { EstimateLine } from './estimate-line'
import { StartButton } from './start-button'
import { SuiteChoice } from './suite-choice'

/** What to ask of which model. The cost stands beside it before anything is asked. */
export function StartPanel({ onStarted }: { onStarted: (runId: string) => void }) {
  const models = useQuery({
    ...modelListQuery(),
    select: ({ data }) => data.filter(({ modality }) => modality === 'chat').map(({ id }) => id),
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const [suites, setSuites] = useState<SuiteId[]>([...SuiteId.options])
  const [limit, setLimit] = useState('')
  const model = chosen ?? models.data?.[0] ?? ''
  const isLimitRight = limit === '' || /^[1-9]\d{0,3}$/.test(limit)
  const request: EstimateRequest | null =
    model === '' || suites.length === 0 || !isLimitRight
      ? null
      : { model, suites, ...(limit !== '' && { limit: Number(limit) }) }
  const estimate = useQuery(estimateQuery(request))
  return (
    <Panel>
      <PanelHeader title="Measure a model" />
      <PanelBody className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <OptionField
            label="Model"
            options={(models.data ?? []).map((id) => ({ value: id, label: id }))}
            value={model}
            onValueChange={setChosen}
            disabled={models.data === undefined}
          />
          <TextField
            label="Items of each suite"
            aside="Optional"
            error={isLimitRight ? undefined : 'A whole number above 0.'}
            inputMode="numeric"
            placeholder="All"
            value={limit}
            onChange={(text) => setLimit(text.trim())}
          />
        </div>
        <SuiteChoice value={suites} onValueChange={setSuites} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
          <EstimateLine estimate={request && estimate.data} error={estimate.error} isPartial={limit !== ''} />
          <StartButton
            request={request}
            estimate={estimate.isPlaceholderData ? undefined : estimate.data}
            onStarted={onStarted}
          />
        </div>
      </PanelBody>
    </Panel>
  )
}
