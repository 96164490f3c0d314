import { Alert } from '@/components/ui/alert'
import { usePlayground } from '../store/context'
import type { StorageStatus } from '../store/playground-store'

const notices: Record<Exclude<StorageStatus, 'persistent'>, { title: string; text: string }> = {
  memory: {
    title: 'Conversations are not saved',
    text: 'This browser blocks storage. Conversations are lost when the page closes; export what you need.',
  },
  full: {
    title: 'The browser’s storage is full',
    text: 'New messages are not saved. Delete a conversation, or export this one.',
  },
  failed: {
    title: 'Saving failed',
    text: 'The latest changes are not saved yet. The next change saves them again.',
  },
}

/** Shown only when conversations cannot be saved. */
export function StorageNotice({ className }: { className?: string }) {
  const storage = usePlayground((state) => state.storage)
  if (storage === 'persistent') return null
  return (
    <div className={className ?? 'px-3 pb-2'}>
      <Alert tone="warning" title={notices[storage].title}>
        {notices[storage].text}
      </Alert>
    </div>
  )
}
