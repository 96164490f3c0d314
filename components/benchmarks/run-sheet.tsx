'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import {
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { changeRunMutation } from '@/lib/benchmarks/queries'
import { type BenchmarkRun, isOpenRun } from '@/lib/benchmarks/schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatDateTime } from '@/lib/client/format/time'
import { MissedItems } from './missed-items'
import { RunProgress } from './run-progress'
import { RunStatusDot } from './run-status-dot'
import { SuiteScores } from './suite-scores'

type RunSheetProps = { run: BenchmarkRun | null; onClose: () => void }

/** One run in a drawer: how far it is, what it has found so far, and what it missed. */
export function RunSheet({ run, onClose }: RunSheetProps) {
  return (
    <Sheet open={run !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[min(44rem,calc(100vw-2.5rem))]">
        {run && (
          <>
            <DialogHeader className="border-b border-line">
              <DialogTitle className="break-all">{run.model_id}</DialogTitle>
              <DialogDescription>
                Begun {formatDateTime(run.created_at)}, {formatMoney(run.cost, { min: 2, max: 6 })} so far of
                at most {formatMoney(run.max_cost)}
                {run.providers.length > 0 && `, served by ${run.providers.join(', ')}`}.
              </DialogDescription>
            </DialogHeader>
            <DialogBody className="gap-5 pt-4">
              <div className="flex flex-col gap-2">
                <RunStatusDot status={run.status} />
                <RunProgress run={run} />
                {run.failure && (
                  <p role="alert" className="text-sm text-danger-text">
                    {run.failure}
                  </p>
                )}
              </div>
              <SuiteScores run={run} />
              <MissedItems run={run} />
            </DialogBody>
            <RunActions run={run} />
          </>
        )}
      </SheetContent>
    </Sheet>
  )
}

/** A run that is whole has nothing to do any more. */
function RunActions({ run }: { run: BenchmarkRun }) {
  const change = useMutation(changeRunMutation())
  const [asking, setAsking] = useState(false)
  const isOpen = isOpenRun(run.status)
  const isWhole = run.status === 'completed' && run.suites.every(({ unanswered }) => unanswered === 0)
  if (isWhole) return null
  const onError = (error: Error) => toast.error(error.message)
  return (
    <DialogFooter>
      {isOpen ? (
        <Button variant="danger-quiet" onClick={() => setAsking(true)}>
          Cancel run
        </Button>
      ) : (
        <Button
          variant="primary"
          loading={change.isPending}
          onClick={() => change.mutate({ id: run.id, verb: 'resume' }, { onError })}
        >
          Resume run
        </Button>
      )}
      <ConfirmDialog
        open={asking && isOpen}
        onOpenChange={setAsking}
        title="Cancel this run?"
        description="What it has found so far stays, and it can be resumed."
        confirmLabel="Cancel run"
        danger
        loading={change.isPending}
        onConfirm={() =>
          change.mutate({ id: run.id, verb: 'cancel' }, { onError, onSettled: () => setAsking(false) })
        }
      />
    </DialogFooter>
  )
}
