import { useRef } from 'react'
import { createId } from '@/lib/client/create-id'

/** What failed to reach us is sent again under the same key, so that it cannot start twice; `forget` it once it started. */
export function useRetryKey() {
  const last = useRef<{ text: string; key: string } | null>(null)
  function keyOf(body: object): string {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: createId('studio') }
    return last.current.key
  }
  function forget(): void {
    last.current = null
  }
  return { keyOf, forget }
}
