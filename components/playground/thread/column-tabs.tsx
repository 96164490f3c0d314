import { useEffect, useRef } from 'react'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'

/** So much of the tab before stays in sight. */
const PEEK = 48

type ColumnTabsProps = {
  conversation: Conversation
  models: readonly ChatModel[]
  shown: number
  onShow: (at: number) => void
}

/** On a phone: which of the compared models is in sight. */
export function ColumnTabs({ conversation, models, shown, onShow }: ColumnTabsProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = row.current?.children[shown]
    if (tab instanceof HTMLElement) row.current?.scrollTo({ left: tab.offsetLeft - PEEK, behavior: 'smooth' })
  }, [shown])
  return (
    <nav
      ref={row}
      aria-label="Compared models"
      className="quiet-scroll relative flex shrink-0 overflow-x-auto md:hidden"
    >
      {conversation.columns.map((column, at) => (
        <button
          key={column.id}
          type="button"
          aria-current={at === shown}
          onClick={() => onShow(at)}
          className={cn(
            'h-11 max-w-48 shrink-0 grow truncate border-b px-3 text-xs focus-visible:-outline-offset-2',
            at === shown ? 'border-ink font-medium text-ink' : 'border-line text-muted',
          )}
        >
          {models.find((model) => model.id === column.modelId)?.name ?? column.modelId}
        </button>
      ))}
    </nav>
  )
}
