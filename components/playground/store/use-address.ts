import { useEffect } from 'react'
import { usePlayground } from './playground-context'

const parameter = 'c'

export function readAskedConversation(): string | null {
  return new URLSearchParams(window.location.search).get(parameter)
}

/** `?model=…`, as other pages link here; taken once. */
export function takeAskedModel(): string | null {
  const url = new URL(window.location.href)
  const asked = url.searchParams.get('model')
  if (asked === null) return null
  url.searchParams.delete('model')
  window.history.replaceState(null, '', url)
  return asked
}

/** Keeps the open conversation in the address, so that a reload or a bookmark comes back to it. */
export function useAddress(): void {
  const kept = usePlayground((state) => {
    const current = state.conversations[state.currentId]
    return state.phase === 'ready' && current ? (current.turns.length > 0 ? current.id : '') : null
  })
  useEffect(() => {
    if (kept === null || (readAskedConversation() ?? '') === kept) return
    const url = new URL(window.location.href)
    if (kept === '') url.searchParams.delete(parameter)
    else url.searchParams.set(parameter, kept)
    window.history.replaceState(null, '', url)
  }, [kept])
}
