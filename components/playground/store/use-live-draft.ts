import { useCallback, useSyncExternalStore } from 'react'
import type { Draft } from '../stream/apply-chunk'
import { usePlaygroundStore } from './playground-context'

/** What has arrived of an answer that is being written; renders its reader once a frame at most. */
export function useLiveDraft(stepId: string): Draft | undefined {
  const { drafts } = usePlaygroundStore()
  const subscribe = useCallback(
    (listener: () => void) => drafts.subscribe(stepId, listener),
    [drafts, stepId],
  )
  const read = () => drafts.read(stepId)
  return useSyncExternalStore(subscribe, read, read)
}
