import { useCallback } from 'react'
import { usePlaygroundStore } from '../store/playground-context'
import { stopSteps } from '../store/stop-steps'
import { useEscape } from './use-escape'

/** Stops the answers that are being written; so does Escape. */
export function useStop(liveIds: readonly string[]): () => void {
  const store = usePlaygroundStore()
  const stop = useCallback(() => {
    stopSteps(store, liveIds)
    // The button that was pressed goes away with what it did; the focus must not go with it.
    store.focusPrompt()
  }, [store, liveIds])
  useEscape(liveIds.length > 0, stop)
  return stop
}
