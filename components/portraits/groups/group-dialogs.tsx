'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextAreaField } from '@/components/forms/text-area-field'
import { TextField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { overLength } from '@/lib/client/format/over-length'
import { paths } from '@/lib/client/paths'
import {
  assetsQuery,
  createGroupMutation,
  deleteGroupMutation,
  updateGroupMutation,
} from '@/lib/portraits/queries'
import type { GroupItem } from '@/lib/portraits/schema'

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

type Fields = { Name: string; Title: string; Description: string }

type GroupFormProps = {
  group?: GroupItem
  submitLabel: string
  isBusy: boolean
  error: Error | null
  onSubmit: (fields: Fields) => void
  onCancel: () => void
}

const NAME_LENGTH = 64
const DESCRIPTION_LENGTH = 300

function GroupForm({ group, submitLabel, isBusy, error, onSubmit, onCancel }: GroupFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(group))
  const [nameError, setNameError] = useState<string>()
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (fields.Name.trim() === '') return setNameError('Give the group a name.')
    if (isTooLong(fields)) return
    onSubmit({ ...fields, Name: fields.Name.trim() })
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {error && <Alert tone="danger">{error.message}</Alert>}
        <TextField
          label="Name"
          error={nameError}
          value={fields.Name}
          most={NAME_LENGTH}
          autoComplete="off"
          onChange={(Name) => {
            setNameError(undefined)
            set({ Name })
          }}
        />
        <TextField
          label="Title"
          aside="Optional"
          value={fields.Title}
          most={NAME_LENGTH}
          placeholder="Host of the evening show"
          onChange={(Title) => set({ Title })}
        />
        <TextAreaField
          label="Description"
          aside="Optional"
          rows={3}
          value={fields.Description}
          most={DESCRIPTION_LENGTH}
          onChange={(Description) => set({ Description })}
        />
      </DialogBody>
      <SubmitFooter onCancel={onCancel} loading={isBusy}>
        {submitLabel}
      </SubmitFooter>
    </form>
  )
}

function isTooLong({ Name, Title, Description }: Fields): boolean {
  return [
    overLength(Name, NAME_LENGTH),
    overLength(Title, NAME_LENGTH),
    overLength(Description, DESCRIPTION_LENGTH),
  ].some((problem) => problem !== undefined)
}

function fieldsOf(group: GroupItem | undefined): Fields {
  return { Name: group?.Name ?? '', Title: group?.Title ?? '', Description: group?.Description ?? '' }
}

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
