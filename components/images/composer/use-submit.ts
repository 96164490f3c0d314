import { useRef, useState } from 'react'
import type { ImageDraft, SourcePicture } from '../draft'
import { type ReadMask, useStart } from './use-start'

/** Starts tasks one after the other. Remembers the sources of this visit, for before and after. */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const sources = useRef(new Map<string, SourcePicture>())
  const start = useStart(setProgress)

  /** Gives what went wrong, which is the `problem` from then on; null when the task was started. */
  async function submit(draft: ImageDraft, readMask: ReadMask): Promise<Error | null> {
    setBusy(true)
    setProblem(null)
    try {
      const task = await start(draft, readMask)
      if (draft.source && draft.way !== 'generate') sources.current.set(task.id, draft.source)
      return null
    } catch (error) {
      const found = error instanceof Error ? error : new Error('The task could not be started.')
      setProblem(found)
      return found
    } finally {
      setProgress(null)
      setBusy(false)
    }
  }

  return { submit, isBusy, problem, progress, sources: sources.current }
}
