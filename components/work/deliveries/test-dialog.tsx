'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
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

const TestFields = z.object({
  url: z.string().trim().refine(URL.canParse, 'Enter a whole URL, such as https://example.com/webhooks.'),
})

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
          A signed <code className="font-mono text-xs text-ink">webhook.test</code> event, tried once.
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
          <Button>Close</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={formState.isSubmitting}>
          Send
        </Button>
      </DialogFooter>
    </form>
  )
}

/** The outcome of a test, as soon as it is known. */
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
