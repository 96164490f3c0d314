import { useState } from 'react'
import { sentenceOf } from '@/lib/client/format/text'

/** What is typed over a saved value, until it is saved itself or taken back. `onSave` rejects with the reason. */
export function useSavedDraft(value: string, onSave: (value: string) => Promise<unknown>) {
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const isChanged = draft !== null && draft.trim() !== value
  function forget(): void {
    setDraft(null)
    setError(undefined)
  }
  async function save(): Promise<void> {
    if (!isChanged || isSaving) return
    setSaving(true)
    await onSave(draft.trim()).then(forget, (reason: Error) => setError(sentenceOf(reason)))
    setSaving(false)
  }
  return { draft, isChanged, error, isSaving, setDraft, forget, save }
}
