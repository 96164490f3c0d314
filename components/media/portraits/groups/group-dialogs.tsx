'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { DialogForm } from '@/components/forms/api-form'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { paths } from '@/lib/client/paths'
import {
  assetsQuery,
  createGroupMutation,
  deleteGroupMutation,
  updateGroupMutation,
} from '@/lib/media/portraits/queries'
import type { GroupItem } from '@/lib/media/portraits/schema'
import { GroupFields } from '../fields'

type CreateGroupDialogProps = { open: boolean; onClose: () => void }

export function CreateGroupDialog({ open, onClose }: CreateGroupDialogProps) {
  const router = useRouter()
  const create = useMutation(createGroupMutation())
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>
        <GroupForm
          title="New person"
          description="A virtual person. All its media should show the same face."
          action="Create person"
          onCancel={onClose}
          send={async (fields) => {
            const { Id } = await create.mutateAsync(fields)
            onClose()
            router.push(paths.portraitGroup(Id))
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

type EditGroupDialogProps = { group: GroupItem | undefined; onClose: () => void }

export function EditGroupDialog({ group, onClose }: EditGroupDialogProps) {
  const update = useMutation(updateGroupMutation())
  return (
    <Dialog open={group !== undefined} onOpenChange={(next) => !next && onClose()}>
      <DialogContent aria-describedby={undefined}>
        {group && (
          <GroupForm
            key={group.Id}
            group={group}
            title="Edit person"
            action="Save"
            onCancel={onClose}
            send={async (fields) => {
              await update.mutateAsync({ Id: group.Id, ...fields })
              onClose()
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

type GroupFormProps = Omit<ComponentProps<typeof DialogForm>, 'form' | 'children'> & {
  group?: GroupItem
  send: (fields: GroupFields) => Promise<unknown>
}

function GroupForm({ group, send, ...words }: GroupFormProps) {
  const form = useApiForm({
    schema: GroupFields,
    defaultValues: {
      Name: group?.Name ?? '',
      Title: group?.Title ?? '',
      Description: group?.Description ?? '',
    },
    send,
  })
  const { register } = form
  const { errors } = form.formState
  return (
    <DialogForm form={form} {...words}>
      <FormText
        label="Name"
        error={errors.Name?.message}
        registration={register('Name')}
        autoComplete="off"
      />
      <FormText
        label="Title"
        aside="Optional"
        error={errors.Title?.message}
        registration={register('Title')}
        placeholder="Host of the evening show"
      />
      <FormTextArea
        label="Description"
        aside="Optional"
        error={errors.Description?.message}
        registration={register('Description')}
        rows={3}
      />
    </DialogForm>
  )
}

type DeleteGroupDialogProps = { group: GroupItem | undefined; onClose: () => void; onDeleted?: () => void }

/** Says that the assets are deleted too, which breaks every request that uses them. */
export function DeleteGroupDialog({ group, onClose, onDeleted }: DeleteGroupDialogProps) {
  const assets = useInfiniteQuery({
    ...assetsQuery({ GroupIds: group ? [group.Id] : [] }),
    enabled: group !== undefined,
  })
  const count = assets.data?.pages[0]?.TotalCount
  return (
    <DeleteDialog
      id={group?.Id}
      mutation={deleteGroupMutation()}
      title="Delete this person?"
      description={
        <>
          <p>
            <span className="font-medium break-words text-foreground">{group?.Name}</span> is deleted
            {count ? ` with ${count === 1 ? 'its asset' : `its ${count} assets`}` : ''}. This can’t be undone.
          </p>
          <p className="mt-2">
            Requests that use its <code className="font-mono text-xs">asset://…</code> links will fail.
            Finished videos are kept.
          </p>
        </>
      }
      confirmLabel="Delete person"
      done={`${group?.Name} deleted`}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
