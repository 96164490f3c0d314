'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { OptionField } from '@/components/forms/option-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { dropContentsMutation, keepContentsMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { formatDateTime } from '@/lib/client/format/time'

const terms = [1, 3, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}))

type ContentsDialogProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

/** Whether the requests and responses of a key are kept, and until when. */
export function ContentsDialog({ apiKey, onClose }: ContentsDialogProps) {
  return (
    <Dialog open={apiKey !== undefined} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>{apiKey && <Contents apiKey={apiKey} onClose={onClose} />}</DialogContent>
    </Dialog>
  )
}

function Contents({
  apiKey: { id, name, contents_until: until },
  onClose,
}: ContentsDialogProps & { apiKey: ApiKeyRecord }) {
  const keep = useMutation(keepContentsMutation())
  const drop = useMutation(dropContentsMutation())
  const [days, setDays] = useState('7')
  const done = (message: string) => ({
    onSuccess: () => {
      toast.success(message, { description: name })
      onClose()
    },
  })
  const error = keep.error ?? drop.error
  return (
    <>
      <DialogHeader>
        <DialogTitle>Keep request contents</DialogTitle>
        <DialogDescription>
          Requests made with “<span className="break-words">{name}</span>” and their responses are stored
          encrypted, without media, and shown with the request in Usage. Only you can read them, in the
          console. They are deleted when the period ends.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        {until && <Alert tone="warning">On until {formatDateTime(until)}.</Alert>}
        <OptionField label="Keep for" options={terms} value={days} onValueChange={setDays} />
        {error && <Alert tone="danger">{error.message}</Alert>}
      </DialogBody>
      <DialogFooter>
        {until ? (
          <Button
            variant="danger-quiet"
            loading={drop.isPending}
            onClick={() => drop.mutate(id, done('Request contents turned off and deleted'))}
          >
            Turn off and delete
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <Button
          variant="primary"
          loading={keep.isPending}
          onClick={() => keep.mutate({ id, days: Number(days) }, done('Request contents turned on'))}
        >
          {until ? 'Update' : 'Turn on'}
        </Button>
      </DialogFooter>
    </>
  )
}
