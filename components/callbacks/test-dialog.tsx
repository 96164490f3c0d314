'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Spinner } from '@/components/ui/spinner'
import { deliveryQuery, testWebhookMutation, webhookSettingsQuery } from '@/lib/callbacks/queries'
import { formatDuration } from '@/lib/client/format/number'

type TestDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onOpenDelivery: (id: string) => void
}

export function TestDialog({ open, onOpenChange, onOpenDelivery }: TestDialogProps) {
  const openDelivery = (id: string) => {
    onOpenChange(false)
    onOpenDelivery(id)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <TestForm onOpenDelivery={openDelivery} />
      </DialogContent>
    </Dialog>
  )
}

function TestForm({ onOpenDelivery }: { onOpenDelivery: (id: string) => void }) {
  const settings = useQuery(webhookSettingsQuery())
  const [typed, setTyped] = useState<string>()
  const url = typed ?? settings.data?.alert_url ?? ''
  const test = useMutation(testWebhookMutation())
  return (
    <form
      noValidate
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        test.mutate({ url: url.trim() })
      }}
    >
      <DialogHeader>
        <DialogTitle>Send a test</DialogTitle>
        <DialogDescription>
          A signed <code className="font-mono text-xs text-ink">webhook.test</code> event, tried once.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <Field label="URL" error={test.error?.message}>
          {(control) => (
            <Input
              {...control}
              type="url"
              autoFocus
              autoComplete="off"
              placeholder="https://example.com/webhooks"
              value={url}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {test.data && <TestOutcome id={test.data.id} onOpen={() => onOpenDelivery(test.data.id)} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={test.isPending}>
          Send
        </Button>
      </DialogFooter>
    </form>
  )
}

/** What came of a test, as soon as it is known. */
function TestOutcome({ id, onOpen }: { id: string; onOpen: () => void }) {
  const { data } = useQuery(deliveryQuery(id))
  const attempt = data?.attempts.at(-1)
  if (!data || !attempt)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        Sending. An answer is waited for up to 15 seconds.
      </p>
    )
  const isWell = data.status === 'delivered'
  return (
    <Alert
      tone={isWell ? 'success' : 'danger'}
      title={isWell ? 'Delivered' : 'Not delivered'}
      action={
        <Button size="sm" onClick={onOpen}>
          Details
        </Button>
      }
    >
      {attempt.error ??
        `The receiver answered ${attempt.status_code} in ${formatDuration(attempt.duration_ms)}.`}
    </Alert>
  )
}
