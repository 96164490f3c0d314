import { useDeferredValue, useState } from 'react'

/** What a studio's history is searched for: words of the prompt, and a state. `asked` follows what is typed. */
export function useHistoryFilters<Status extends string>() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<Status | 'all'>('all')
  const q = useDeferredValue(text.trim())
  const asked: { q?: string; status?: Status } = { ...(q && { q }), ...(status !== 'all' && { status }) }
  return {
    asked,
    isFiltered: q !== '' || status !== 'all',
    filters: { text, onText: setText, status, onStatus: setStatus },
  }
}
