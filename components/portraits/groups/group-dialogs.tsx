'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import { SubmitFooter } from '@/components/forms/api-form'
import { DeleteDialog } from '@/components/studio/delete-dialog'
import { Alert } from '@/components/ui/alert'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { paths } from '@/lib/client/paths'
import {
  assetsQuery,
  createGroupMutation,
  deleteGroupMutation,
  updateGroupMutation,
} from '@/lib/portraits/queries'
import type { GroupItem } from '@/lib/portraits/schema'
import { GroupFields } from '../fields'

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

type GroupFormProps = {
  group?: GroupItem
  submitLabel: string
  isBusy: boolean
  error: Error | null
  onSubmit: (fields: GroupFields) => void
  onCancel: () => void
}

function GroupForm({ group, submitLabel, isBusy, error, onSubmit, onCancel }: GroupFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(GroupFields),
    defaultValues: {
      Name: group?.Name ?? '',
      Title: group?.Title ?? '',
      Description: group?.Description ?? '',
    },
  })
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(onSubmit)} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {error && <Alert tone="danger">{error.message}</Alert>}
        <Field label="Name" error={errors.Name?.message}>
          {(control) => <Input {...control} {...register('Name')} autoComplete="off" />}
        </Field>
        <Field label="Title" aside="Optional" error={errors.Title?.message}>
          {(control) => <Input {...control} {...register('Title')} placeholder="Host of the evening show" />}
        </Field>
        <Field label="Description" aside="Optional" error={errors.Description?.message}>
          {(control) => <Textarea {...control} {...register('Description')} rows={3} />}
        </Field>
      </DialogBody>
      <SubmitFooter onCancel={onCancel} loading={isBusy}>
        {submitLabel}
      </SubmitFooter>
    </form>
  )
}

type DeleteGroupDialogProps = { group: GroupItem | undefined; onClose: () => void; onDeleted?: () => void }

/** Says what goes with it, for an asset that is gone breaks every request that names it. */
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
      title="Delete this group?"
      description={
        <>
          <p>
            <span className="font-medium break-words text-ink">{group?.Name}</span> is deleted
            {count ? ` with ${count === 1 ? 'its asset' : `its ${count} assets`}` : ''}. This cannot be
            undone.
          </p>
          <p className="mt-2">
            Requests that name <code className="font-mono text-xs">asset://…</code> of this group fail from
            now on. Videos that are finished stay.
          </p>
        </>
      }
      confirmLabel="Delete group"
      done={`Group ${group?.Name} deleted`}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
