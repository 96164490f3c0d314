'use client'

import { type FormEvent, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
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
  const [fields, setFields] = useState<Fields>({
    Name: group?.Name ?? '',
    Title: group?.Title ?? '',
    Description: group?.Description ?? '',
  })
  const [nameError, setNameError] = useState<string>()
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (fields.Name.trim() === '') return setNameError('Give the group a name.')
    onSubmit({ ...fields, Name: fields.Name.trim() })
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {error && <Alert tone="danger">{error.message}</Alert>}
        <Field label="Name" error={nameError}>
          {(control) => (
            <Input
              {...control}
              value={fields.Name}
              maxLength={NAME_LENGTH}
              autoComplete="off"
              onChange={(event) => {
                setNameError(undefined)
                set({ Name: event.target.value })
              }}
            />
          )}
        </Field>
        <Field label="Title" aside="Optional">
          {(control) => (
            <Input
              {...control}
              value={fields.Title}
              maxLength={NAME_LENGTH}
              placeholder="Host of the evening show"
              onChange={(event) => set({ Title: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" aside="Optional">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={fields.Description}
              maxLength={DESCRIPTION_LENGTH}
              onChange={(event) => set({ Description: event.target.value })}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={isBusy}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
