'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { OptionField } from '@/components/forms/option-select'
import { TextField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogFooter } from '@/components/ui/dialog'
import { overLength } from '@/lib/client/format/over-length'
import { createAssetMutation } from '@/lib/portraits/queries'
import type { AssetType } from '@/lib/portraits/schema'

const NAME_LENGTH = 64

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
    if (overLength(name, NAME_LENGTH)) return
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
        <TextField
          label="URL"
          error={urlError}
          hint="Public, over https. It is fetched once."
          type="url"
          inputMode="url"
          placeholder="https://example.com/portrait.jpg"
          value={url}
          onChange={(text) => {
            setUrlError(undefined)
            setUrl(text)
          }}
        />
        <OptionField label="Type" value={type} options={types} onValueChange={setType} />
        <TextField label="Name" aside="Optional" value={name} most={NAME_LENGTH} onChange={setName} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending}>
          Add asset
        </Button>
      </DialogFooter>
    </form>
  )
}
