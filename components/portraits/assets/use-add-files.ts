import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadMedia } from '@/lib/client/api-client'
import { KeptMedia } from '@/lib/objects/schema'
import { createAssetMutation } from '@/lib/portraits/queries'
import { assetTypeOf } from './asset-type-of'

const NAME_LENGTH = 64

/** Makes assets of files, one after the other. `progress`: of all of them together, 0 to 1; null: nothing is under way. */
export function useAddFiles(groupId: string, onDone: () => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const create = useMutation(createAssetMutation())

  async function add(file: File, onProgress: (part: number) => void): Promise<void> {
    const type = assetTypeOf(file.type)
    if (type === null)
      throw new Error(`${file.name} is neither a picture, a video nor a sound that can be used.`)
    const { url } = await uploadMedia(file, { reply: KeptMedia, onProgress })
    const Name = [...file.name.replace(/\.[^.]+$/, '')].slice(0, NAME_LENGTH).join('')
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
