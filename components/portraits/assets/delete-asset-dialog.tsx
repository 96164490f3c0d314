'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { deleteAssetMutation } from '@/lib/portraits/queries'
import type { AssetItem } from '@/lib/portraits/schema'

type DeleteAssetDialogProps = { asset: AssetItem | undefined; onClose: () => void }

export function DeleteAssetDialog({ asset, onClose }: DeleteAssetDialogProps) {
  const remove = useMutation(deleteAssetMutation())
  function confirm() {
    if (!asset) return
    remove.mutate(asset.Id, {
      onSuccess: () => {
        toast.success('Asset deleted')
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      open={asset !== undefined}
      onOpenChange={(open) => {
        if (open) return
        remove.reset()
        onClose()
      }}
      title="Delete this asset?"
      description={
        asset && (
          <p>
            Requests that name <code className="font-mono text-xs break-all">asset://{asset.Id}</code> fail
            from now on. This cannot be undone.
          </p>
        )
      }
      confirmLabel="Delete asset"
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
    />
  )
}
