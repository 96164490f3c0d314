'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
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
import { Spinner } from '@/components/ui/spinner'
import { formatDuration } from '@/lib/client/format/number'
import { deliveryQuery, testWebhookMutation, webhookSettingsQuery } from '@/lib/work/deliveries/queries'
import { WebhookUrl } from './add-endpoint'

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

const TestFields = z.object({ url: WebhookUrl })

function TestForm({ onOpenDelivery }: { onOpenDelivery: (id: string) => void }) {
  const settings = useQuery(webhookSettingsQuery())
  const test = useMutation(testWebhookMutation())
  const { register, submit, formState } = useApiForm({
    schema: TestFields,
    defaultValues: { url: settings.data?.alert_url ?? '' },
    otherwise: 'url',
    send: (fields) => test.mutateAsync(fields),
  })
  return (
    <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
      <DialogHeader>
        <DialogTitle>Send a test</DialogTitle>
        <DialogDescription>
          Sends a signed <code className="font-mono text-xs text-foreground">webhook.test</code> event once.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <FormText
          label="URL"
          registration={register('url')}
          error={formState.errors.url?.message}
          type="url"
          autoFocus
          autoComplete="off"
          placeholder="https://example.com/webhooks"
        />
        {test.data && <TestOutcome id={test.data.id} onOpen={() => onOpenDelivery(test.data.id)} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Close</Button>
        </DialogClose>
        <Button type="submit" variant="default" loading={formState.isSubmitting}>
          Send
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The outcome of a test, once it is known. */
function TestOutcome({ id, onOpen }: { id: string; onOpen: () => void }) {
  const { data } = useQuery(deliveryQuery(id))
  const attempt = data?.attempts.at(-1)
  if (!data || !attempt)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted-foreground">
        <Spinner />
        Sending. Waiting up to 15 seconds for a response.
      </p>
    )
  const isWell = data.status === 'delivered'
  return (
    <Alert
      tone={isWell ? 'success' : 'danger'}
      title={isWell ? 'Delivered' : 'Not delivered'}
      action={
        <Button variant="outline" size="sm" onClick={onOpen}>
          Details
        </Button>
      }
    >
      {attempt.error ?? `Responded with ${attempt.status_code} in ${formatDuration(attempt.duration_ms)}.`}
    </Alert>
  )
}
