'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { OptionSelect } from '@/components/forms/option-select'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { createAssetMutation } from '@/lib/portraits/queries'
import type { AssetType } from '@/lib/portraits/schema'

const types: { value: AssetType; label: string }[] = [
  { value: 'Image', label: 'Image' },
  { value: 'Video', label: 'Video' },
  { value: 'Audio', label: 'Audio' },
]

export function AddByUrl({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [type, setType] = useState<AssetType>('Image')
  const [urlError, setUrlError] = useState<string>()
  const create = useMutation(createAssetMutation())
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!URL.canParse(url.trim())) return setUrlError('Enter an https address.')
    create.mutate(
      { GroupId: groupId, URL: url.trim(), AssetType: type, Name: name.trim() },
      { onSuccess: onDone },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody className="pt-4">
        {create.error && <Alert tone="danger">{create.error.message}</Alert>}
        <Field label="URL" error={urlError} hint="Public, over https. It is fetched once.">
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              placeholder="https://example.com/portrait.jpg"
              value={url}
              onChange={(event) => {
                setUrlError(undefined)
                setUrl(event.target.value)
              }}
            />
          )}
        </Field>
        <Field label="Type">
          {(control) => <OptionSelect {...control} value={type} options={types} onValueChange={setType} />}
        </Field>
        <Field label="Name" aside="Optional">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={64}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending}>
          Add asset
        </Button>
      </DialogFooter>
    </form>
  )
}
