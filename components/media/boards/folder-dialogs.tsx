'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { Choice } from '@/components/forms/choice'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import { FAVORITES } from '@/lib/media/boards/limits'
import { boardsQuery, saveBoardMutation } from '@/lib/media/boards/queries'
import type { Board } from '@/lib/media/boards/schema'

const Fields = z.object({
  name: z.string().trim().min(1, 'Give the folder a name.').check(maxCharacters(60)),
})

type FolderFormProps = {
  /** The folder to rename; undefined: a new one. */
  folder?: Board | undefined
  /** Results to put into it. */
  add?: string[]
  onDone: (folder?: Board) => void
}

/** Creates a folder, or renames one. */
export function FolderDialog({ isOpen, ...form }: FolderFormProps & { isOpen: boolean }) {
  return (
    <FormWindow open={isOpen} onClose={() => form.onDone()}>
      <FolderForm {...form} />
    </FormWindow>
  )
}

function FolderForm({ folder, add, onDone }: FolderFormProps) {
  const save = useMutation(saveBoardMutation())
  const { submit, register, formState } = useApiForm({
    schema: Fields,
    defaultValues: { name: folder?.name ?? '' },
    send: async ({ name }) =>
      onDone(await save.mutateAsync({ id: folder?.id, body: { name, ...(add && { add }) } })),
  })
  return (
    <DialogForm
      form={{ submit, formState }}
      title={folder ? 'Rename folder' : 'New folder'}
      action={folder ? 'Save' : 'Create folder'}
      onCancel={() => onDone()}
    >
      <FormText
        label="Name"
        registration={register('name')}
        error={formState.errors.name?.message}
        autoComplete="off"
      />
    </DialogForm>
  )
}

type FoldersDialogProps = { taskId: string | null; onNew: () => void; onClose: () => void }

/** The folders that a result is in. */
export function FoldersDialog({ taskId, onNew, onClose }: FoldersDialogProps) {
  const { data: boards = [] } = useQuery(boardsQuery())
  const save = useMutation(saveBoardMutation())
  const put = (id: string, isIn: boolean, task: string) =>
    save.mutate(
      { id, body: isIn ? { add: [task] } : { remove: [task] } },
      { onError: ({ message }) => toast.error(message) },
    )
  return (
    <Dialog open={taskId !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Folders</DialogTitle>
        </DialogHeader>
        <DialogBody>
          {boards
            .filter(({ id }) => id !== FAVORITES)
            .map(({ id, name, task_ids }) => (
              <Choice
                key={id}
                label={name}
                checked={taskId !== null && task_ids.includes(taskId)}
                onCheckedChange={(isIn) => taskId !== null && put(id, isIn, taskId)}
              />
            ))}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onNew}>
            New folder
          </Button>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
