import { useCallback } from 'react'
import { toast } from 'sonner'
import { usePlaygroundStore } from '../store/playground-context'
import { downloadText } from './download-text'
import { exportFileName, writeExport } from './write-export'

/** What can be done with a conversation as a whole, open or not. */
export function useConversationActions() {
  const store = usePlaygroundStore()
  const exportJson = useCallback(
    async (id: string) => {
      const conversation = await store.read(id)
      if (!conversation) toast.error('This conversation could not be read.')
      else downloadText(exportFileName(conversation.title), writeExport(conversation, new Date()))
    },
    [store],
  )
  const rename = useCallback((id: string, title: string) => void store.rename(id, title), [store])
  const remove = useCallback(
    async (id: string) => {
      await store.remove(id)
      toast('Conversation deleted')
    },
    [store],
  )
  return { exportJson, rename, remove }
}
