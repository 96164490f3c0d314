import { Alert } from '@/components/ui/alert'
import { usePlayground } from '../store/playground-context'
import type { Keeping } from '../store/playground-store'

const notes: Record<Exclude<Keeping, 'lasting'>, { title: string; text: string }> = {
  memory: {
    title: 'Nothing is kept',
    text: 'This browser refuses to store conversations. They are lost when the page closes; export what you need.',
  },
  full: {
    title: 'The browser’s storage is full',
    text: 'New messages are not kept. Delete a conversation, or export this one.',
  },
  failed: {
    title: 'Saving failed',
    text: 'The last changes are not kept yet. They are tried again with the next one.',
  },
}

/** Said only when conversations are not being kept as they should. */
export function KeepingNote({ className }: { className?: string }) {
  const keeping = usePlayground((state) => state.keeping)
  if (keeping === 'lasting') return null
  return (
    <div className={className ?? 'px-3 pb-2'}>
      <Alert tone="warning" title={notes[keeping].title}>
        {notes[keeping].text}
      </Alert>
    </div>
  )
}
