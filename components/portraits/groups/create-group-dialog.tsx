'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { paths } from '@/lib/client/paths'
import { createGroupMutation } from '@/lib/portraits/queries'
import { GroupForm } from './group-form'

type CreateGroupDialogProps = { open: boolean; onClose: () => void }

export function CreateGroupDialog({ open, onClose }: CreateGroupDialogProps) {
  const router = useRouter()
  const create = useMutation(createGroupMutation())
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>New group</DialogTitle>
          <DialogDescription>A virtual person: everything in it shows the same one.</DialogDescription>
        </DialogHeader>
        <GroupForm
          submitLabel="Create group"
          isBusy={create.isPending}
          error={create.error}
          onCancel={onClose}
          onSubmit={(fields) =>
            create.mutate(fields, {
              onSuccess: ({ Id }) => {
                onClose()
                router.push(paths.portraitGroup(Id))
              },
            })
          }
        />
      </DialogContent>
    </Dialog>
  )
}
