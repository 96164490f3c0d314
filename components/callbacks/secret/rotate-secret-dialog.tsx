'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { rotateSecretMutation } from '@/lib/callbacks/queries'
import type { WebhookSettings } from '@/lib/callbacks/schema'
import { formatDateTime } from '@/lib/client/format/time'

type RotateSecretDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  settings: WebhookSettings | undefined
}

export function RotateSecretDialog({ open, onOpenChange, settings }: RotateSecretDialogProps) {
  const rotate = useMutation(rotateSecretMutation())
  const confirm = () =>
    rotate.mutate(undefined, {
      onSuccess: ({ previous_expires_at: end }) => {
        toast.success('Secret rotated', {
          description: end ? `The old one signs as well until ${formatDateTime(end)}.` : undefined,
        })
        onOpenChange(false)
      },
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        rotate.reset()
        onOpenChange(next)
      }}
      title="Rotate the signing secret?"
      description={
        <>
          <p>
            A new secret signs from now on. For 24 hours the present one signs beside it, so that your server
            can change over without losing a message.
          </p>
          {settings?.previous_expires_at && (
            <p className="mt-2">
              A rotation is under way. The old secret before it signs until{' '}
              {formatDateTime(settings.previous_expires_at)}, as it would without this one.
            </p>
          )}
        </>
      }
      confirmLabel="Rotate secret"
      loading={rotate.isPending}
      error={rotate.error?.message}
      onConfirm={confirm}
    />
  )
}
