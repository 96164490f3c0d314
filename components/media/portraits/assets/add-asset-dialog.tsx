'use client'

import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FileDrop } from '@/components/forms/file-drop'
import { OptionField } from '@/components/forms/option-select'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { uploadMedia } from '@/lib/client/api-client'
import { createAssetMutation } from '@/lib/media/portraits/queries'
import type { AssetType } from '@/lib/media/portraits/schema'
import { cutText } from '@/lib/platform/escape'
import { KeptMedia } from '@/lib/work/objects/schema'
import { AssetFields, NAME_LENGTH } from '../fields'

type AddAssetDialogProps = { groupId: string; open: boolean; onClose: () => void }

export function AddAssetDialog({ groupId, open, onClose }: AddAssetDialogProps) {
  const [way, setWay] = useState('file')
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Add an asset</DialogTitle>
          <DialogDescription>
            An image with sides of 300 to 6,000 pixels, or a video (MP4, MOV) or audio file (MP3, WAV) of 2 to
            30 seconds.
          </DialogDescription>
        </DialogHeader>
        <Tabs value={way} onValueChange={setWay} className="flex min-h-0 flex-1 flex-col">
          <TabsList className="px-5">
            <TabsTrigger value="file">Upload</TabsTrigger>
            <TabsTrigger value="url">From a URL</TabsTrigger>
          </TabsList>
          <TabsContent value="file">
            <AddByFile groupId={groupId} onDone={onClose} />
          </TabsContent>
          <TabsContent value="url">
            <AddByUrl groupId={groupId} onDone={onClose} />
          </TabsContent>
        </Tabs>
      </DialogContent>
    </Dialog>
  )
}

const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/tiff,image/gif,video/mp4,video/quicktime,audio/mpeg,audio/wav'

/** Files are uploaded first; the asset is created from their link. */
function AddByFile({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const { addAll, progress, problem } = useAddFiles(groupId, onDone)
  return (
    <DialogBody className="pt-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <FileDrop
        accept={ACCEPTED}
        multiple
        disabled={progress !== null}
        className="px-6 py-10"
        onFiles={(files) => void addAll(files)}
      >
        <Upload className="size-5" aria-hidden="true" />
        {progress === null ? (
          <span>
            <span className="font-medium text-foreground">Choose files</span> or drop them here
          </span>
        ) : (
          <span role="status">Uploading… {Math.round(progress * 100)}%</span>
        )}
      </FileDrop>
    </DialogBody>
  )
}

/** Creates assets from files, one after the other. `progress`: of all files, 0 to 1; null if nothing is being uploaded. */
function useAddFiles(groupId: string, onDone: () => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const create = useMutation(createAssetMutation())

  async function add(file: File, onProgress: (part: number) => void): Promise<void> {
    const type = assetTypeOf(file.type)
    if (type === null) throw new Error(`“${file.name}” is not a supported image, video or audio file.`)
    const { url } = await uploadMedia(file, { reply: KeptMedia, onProgress })
    const Name = cutText(file.name.replace(/\.[^.]+$/, ''), NAME_LENGTH)
    await create.mutateAsync({ GroupId: groupId, URL: url, AssetType: type, Name })
  }

  async function addAll(files: readonly File[]): Promise<void> {
    setProblem(null)
    try {
      for (const [index, file] of files.entries())
        await add(file, (part) => setProgress((index + part) / files.length))
      if (files.length > 0) onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be uploaded.')
    }
    setProgress(null)
  }

  return { addAll, progress, problem }
}

/** The asset type of a file; null if it is not supported. */
function assetTypeOf(mimeType: string): AssetType | null {
  if (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml') return 'Image'
  if (mimeType === 'video/mp4' || mimeType === 'video/quicktime') return 'Video'
  if (/^audio\/(mpeg|wav|x-wav|wave)$/.test(mimeType)) return 'Audio'
  return null
}

const types: { value: AssetType; label: string }[] = [
  { value: 'Image', label: 'Image' },
  { value: 'Video', label: 'Video' },
  { value: 'Audio', label: 'Audio' },
]

function AddByUrl({ groupId, onDone }: { groupId: string; onDone: () => void }) {
  const create = useMutation(createAssetMutation())
  const { control, register, submit, formState } = useApiForm({
    schema: AssetFields,
    defaultValues: { URL: '', AssetType: 'Image', Name: '' },
    send: async (fields) => {
      await create.mutateAsync({ GroupId: groupId, ...fields })
      onDone()
    },
  })
  const { field: type } = useController({ control, name: 'AssetType' })
  const { errors, isSubmitting } = formState
  return (
    <form onSubmit={submit} noValidate>
      <DialogBody className="pt-4">
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <FormText
          label="URL"
          hint="A public https URL. It is fetched once."
          error={errors.URL?.message}
          registration={register('URL')}
          type="url"
          inputMode="url"
          placeholder="https://example.com/portrait.jpg"
        />
        <OptionField label="Type" value={type.value} options={types} onValueChange={type.onChange} />
        <FormText
          label="Name"
          aside="Optional"
          error={errors.Name?.message}
          registration={register('Name')}
        />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="default" loading={isSubmitting}>
          Add asset
        </Button>
      </DialogFooter>
    </form>
  )
}
