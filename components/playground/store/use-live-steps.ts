import { useMemo } from 'react'
import { usePlayground } from './playground-context'

/** The answers being written now in one conversation. */
export function useLiveSteps(conversationId: string): string[] {
  const live = usePlayground((state) => state.live)
  return useMemo(
    () => Object.keys(live).filter((stepId) => live[stepId] === conversationId),
    [live, conversationId],
  )
}
