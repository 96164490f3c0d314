import { useState } from 'react'
import type { SourceMedia } from '../draft'
import { type SourceType, uploadSource } from './upload-source'

/** Uploads files one after the other, with the progress of the one under way. */
export function useUpload(types: readonly SourceType[], onDone: (media: SourceMedia) => void) {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function upload(files: readonly File[]): Promise<void> {
    setProblem(null)
    try {
      for (const file of files) {
        setProgress(0)
        onDone(await uploadSource(file, types, setProgress))
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be uploaded.')
    }
    setProgress(null)
  }
  return { upload, progress, problem }
}
