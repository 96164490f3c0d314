'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { RelativeTime } from '@/components/data/relative-time'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { revokeKeyMutation } from '@/lib/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'

type RevokeKeyDialogProps = { apiKey: ApiKeyRecord | undefined; onClose: () => void }

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const revoke = useMutation(revokeKeyMutation())
  const confirm = () => {
    if (!apiKey) return
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        toast.success('Key revoked', { description: apiKey.name })
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      open={apiKey !== undefined}
      onOpenChange={(open) => {
        if (open) return
        revoke.reset()
        onClose()
      }}
      title="Revoke this key?"
      description={
        apiKey && (
          <>
            <p>
              Requests with <span className="font-medium break-words text-ink">{apiKey.name}</span>{' '}
              <span className="font-mono text-xs">
                ({apiKey.key_prefix}…{apiKey.last4})
              </span>{' '}
              fail from now on. This cannot be undone.
            </p>
            {apiKey.last_used_at && (
              <p className="mt-2">
                It was last used <RelativeTime at={apiKey.last_used_at} />.
              </p>
            )}
          </>
        )
      }
      confirmLabel="Revoke key"
      danger
      loading={revoke.isPending}
      error={revoke.error?.message}
      onConfirm={confirm}
    />
  )
}
