'use client'

import { useMutation } from '@tanstack/react-query'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { updateGroupMutation } from '@/lib/portraits/queries'
import type { GroupItem } from '@/lib/portraits/schema'
import { GroupForm } from './group-form'

type EditGroupDialogProps = { group: GroupItem | undefined; onClose: () => void }

export function EditGroupDialog({ group, onClose }: EditGroupDialogProps) {
  const update = useMutation(updateGroupMutation())
  return (
    <Dialog open={group !== undefined} onOpenChange={(next) => !next && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Edit group</DialogTitle>
        </DialogHeader>
        {group && (
          <GroupForm
            key={group.Id}
            group={group}
            submitLabel="Save"
            isBusy={update.isPending}
            error={update.error}
            onCancel={onClose}
            onSubmit={(fields) => update.mutate({ Id: group.Id, ...fields }, { onSuccess: onClose })}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
