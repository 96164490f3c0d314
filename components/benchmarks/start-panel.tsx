'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { OptionSelect } from '@/components/forms/option-select'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { estimateQuery, startRunMutation } from '@/lib/benchmarks/queries'
import { type Estimate, type EstimateRequest, SuiteId } from '@/lib/benchmarks/schema'
import { modelListQuery } from '@/lib/catalog/queries'
import { formatMoney } from '@/lib/client/format/money'
import { EstimateLine } from './estimate-line'
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
          <Field label="Model">
            {(control) => (
              <OptionSelect
                {...control}
                options={(models.data ?? []).map((id) => ({ value: id, label: id }))}
                value={model}
                onValueChange={setChosen}
                disabled={models.data === undefined}
              />
            )}
          </Field>
          <Field
            label="Items of each suite"
            aside="Optional"
            error={isLimitRight ? undefined : 'A whole number above 0.'}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                placeholder="All"
                value={limit}
                onChange={({ target }) => setLimit(target.value.trim())}
              />
            )}
          </Field>
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

type StartButtonProps = {
  request: EstimateRequest | null
  estimate: Estimate | undefined
  onStarted: (runId: string) => void
}

function StartButton({ request, estimate, onStarted }: StartButtonProps) {
  const start = useMutation(startRunMutation())
  const [asking, setAsking] = useState(false)
  const begin = () => {
    if (request === null || estimate === undefined) return
    start.mutate(
      { ...request, max_cost_usd: estimate.max_cost },
      {
        onSuccess: ({ id }) => {
          setAsking(false)
          toast.success('The run is in the queue')
          onStarted(id)
        },
      },
    )
  }
  return (
    <>
      <Button
        variant="primary"
        disabled={request === null || estimate === undefined}
        onClick={() => {
          start.reset()
          setAsking(true)
        }}
      >
        Start run
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Start this run?"
        description={
          estimate &&
          `${estimate.items} items are asked of ${estimate.model_id}. It costs your account ${formatMoney(estimate.min_cost)} to ${formatMoney(estimate.max_cost)}.`
        }
        confirmLabel="Start run"
        loading={start.isPending}
        error={start.error?.message}
        onConfirm={begin}
      />
    </>
  )
}
