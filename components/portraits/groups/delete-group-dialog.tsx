'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { assetsQuery, deleteGroupMutation } from '@/lib/portraits/queries'
import type { GroupItem } from '@/lib/portraits/schema'

type DeleteGroupDialogProps = { group: GroupItem | undefined; onClose: () => void; onDeleted?: () => void }

/** Says what goes with it, for an asset that is gone breaks every request that names it. */
export function DeleteGroupDialog({ group, onClose, onDeleted }: DeleteGroupDialogProps) {
  const remove = useMutation(deleteGroupMutation())
  const assets = useInfiniteQuery({
    ...assetsQuery({ GroupIds: group ? [group.Id] : [] }),
    enabled: group !== undefined,
  })
  const count = assets.data?.pages[0]?.TotalCount
  function confirm() {
    if (!group) return
    remove.mutate(group.Id, {
      onSuccess: () => {
        toast.success('Group deleted', { description: group.Name })
        onClose()
        onDeleted?.()
      },
    })
  }
  return (
    <ConfirmDialog
      open={group !== undefined}
      onOpenChange={(open) => {
        if (open) return
        remove.reset()
        onClose()
      }}
      title="Delete this group?"
      description={
        group && (
          <>
            <p>
              <span className="font-medium break-words text-ink">{group.Name}</span> is deleted
              {count ? ` with ${count === 1 ? 'its asset' : `its ${count} assets`}` : ''}. This cannot be
              undone.
            </p>
            <p className="mt-2">
              Requests that name <code className="font-mono text-xs">asset://…</code> of this group fail from
              now on. Videos that are finished stay.
            </p>
          </>
        )
      }
      confirmLabel="Delete group"
      danger
      loading={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
    />
  )
}
