'use client'

import { useMutation } from '@tanstack/react-query'
import { Fact, IdFact } from '@/components/data/facts'
import { jobDescription, jobTitle } from '@/components/operator/job-names'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { toast } from '@/components/ui/toast'
import { formatDateTime } from '@/lib/client/format/time'
import { discardJobMutation, retryJobMutation } from '@/lib/operator/admin/queries'
import type { Job } from '@/lib/operator/admin/schema'

type JobSheetProps = { job: Job | null; onClose: () => void }

/** One job in a drawer: its payload, why it failed, and how to retry or discard it. */
export function JobSheet({ job, onClose }: JobSheetProps) {
  return (
    <Sheet open={job !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[min(40rem,calc(100vw-2.5rem))]" aria-describedby={undefined}>
        {job && (
          <>
            <DialogHeader className="border-b border-border">
              <DialogTitle>{jobTitle(job.queue)}</DialogTitle>
              <p className="text-sm text-muted-foreground">{jobDescription(job.queue)}</p>
            </DialogHeader>
            <JobDetails job={job} />
            {job.state === 'failed' && <JobActions job={job} onDone={onClose} />}
          </>
        )}
      </SheetContent>
    </Sheet>
  )
}

function JobDetails({ job }: { job: Job }) {
  return (
    <DialogBody className="gap-5 pt-4">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm [&_dt]:text-faint-foreground">
        <Fact name="Attempts">
          {job.tries} of {job.max_tries}
        </Fact>
        <Fact name="Created">{formatDateTime(job.created_at)}</Fact>
        <Fact name="Due">{formatDateTime(job.due_at)}</Fact>
        {job.started_at && <Fact name="Last started">{formatDateTime(job.started_at)}</Fact>}
        <Fact name="Queue">
          <span className="font-mono text-xs break-all">{job.queue}</span>
        </Fact>
        <IdFact name="ID" what="the ID" id={job.id} />
        {job.finished_at && <Fact name="Finished">{formatDateTime(job.finished_at)}</Fact>}
      </dl>
      {job.error && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">Error</h3>
          <p className="text-sm break-words text-destructive-text">{job.error.message}</p>
          {job.error.stack && <CodeBlock code={job.error.stack} wrap />}
        </section>
      )}
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">Payload</h3>
        <CodeBlock code={JSON.stringify(job.payload, null, 2)} language="json" />
      </section>
    </DialogBody>
  )
}

function JobActions({ job, onDone }: { job: Job; onDone: () => void }) {
  const retry = useMutation(retryJobMutation())
  const discard = useMutation(discardJobMutation())
  const onSuccess = () => {
    toast.success('Job queued for retry')
    onDone()
  }
  const onError = (error: Error) => toast.error(error.message)
  return (
    <DialogFooter>
      <ConfirmButton
        button={<Button variant="destructive-outline">Discard</Button>}
        title="Discard this job?"
        description="The job is removed from the queue and never retried. The task or message it belongs to is not changed."
        confirmLabel="Discard"
        change={discard}
        variables={job.id}
        done="Job discarded"
        onDone={onDone}
      />
      <Button
        variant="default"
        loading={retry.isPending}
        onClick={() => retry.mutate(job.id, { onSuccess, onError })}
      >
        Retry
      </Button>
    </DialogFooter>
  )
}
