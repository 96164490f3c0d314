'use client'

import { type FormEvent, useState } from 'react'
import { SubmitFooter } from '@/components/forms/api-form'
import { TextAreaField, TextField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { DialogBody } from '@/components/ui/dialog'
import { overLength } from '@/lib/client/format/over-length'
import type { GroupItem } from '@/lib/portraits/schema'

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

export function GroupForm({ group, submitLabel, isBusy, error, onSubmit, onCancel }: GroupFormProps) {
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
