import { cn } from '@/components/ui/cn'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'

type ColumnTabsProps = {
  conversation: Conversation
  models: readonly ChatModel[]
  shown: number
  onShow: (at: number) => void
}

/** On a phone: which of the compared models is in sight. */
export function ColumnTabs({ conversation, models, shown, onShow }: ColumnTabsProps) {
  return (
    <nav aria-label="Compared models" className="flex shrink-0 border-b border-line md:hidden">
      {conversation.columns.map((column, at) => (
        <button
          key={column.id}
          type="button"
          aria-current={at === shown}
          onClick={() => onShow(at)}
          className={cn(
            '-mb-px h-11 min-w-0 flex-1 truncate border-b px-2 text-xs focus-visible:-outline-offset-2',
            at === shown ? 'border-ink font-medium text-ink' : 'border-transparent text-muted',
          )}
        >
          {models.find((model) => model.id === column.modelId)?.name ?? column.modelId}
        </button>
      ))}
    </nav>
  )
}
