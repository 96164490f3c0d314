'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { startRunMutation } from '@/lib/benchmarks/queries'
import type { Estimate, EstimateRequest } from '@/lib/benchmarks/schema'
import { formatMoney } from '@/lib/client/format/money'

type StartButtonProps = {
  request: EstimateRequest | null
  estimate: Estimate | undefined
  onStarted: (runId: string) => void
}

/** Asks before a run is started, with the most that it may cost. */
export function StartButton({ request, estimate, onStarted }: StartButtonProps) {
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
