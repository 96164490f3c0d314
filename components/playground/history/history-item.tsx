import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import { formatRelativeTime } from '@/lib/client/format/time'
import type { Summary } from '../storage/conversation-archive'
import { ConversationMenu } from './conversation-menu'
import { TitleBox } from './title-box'
import { useConversationActions } from './use-conversation-actions'

type HistoryItemProps = {
  summary: Summary
  now: number
  current: boolean
  live: boolean
  onOpen: (id: string) => void
}

export function HistoryItem({ summary, now, current, live, onOpen }: HistoryItemProps) {
  const [renaming, setRenaming] = useState(false)
  const { rename } = useConversationActions()
  if (renaming) {
    return (
      <li className="px-1 py-1.5">
        <TitleBox
          title={summary.title}
          onSave={(title) => rename(summary.id, title)}
          onClose={() => setRenaming(false)}
        />
      </li>
    )
  }
  return (
    <li className={cn('group/item relative rounded-md', current ? 'bg-selected' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => onOpen(summary.id)}
        className="block w-full rounded-md py-1.5 pr-9 pl-2.5 text-left focus-visible:-outline-offset-2 pointer-coarse:py-2.5"
      >
        <span dir="auto" className="block truncate text-left text-sm text-ink">
          {summary.title}
        </span>
        <span className="flex items-center gap-1.5 truncate text-xs text-muted">
          {live && <span className="size-1.5 animate-shimmer rounded-full bg-accent" aria-hidden="true" />}
          {live
            ? 'Writing'
            : formatRelativeTime(new Date(summary.updatedAt).toISOString(), Math.max(now, summary.updatedAt))}
          <span className="truncate">{summary.modelIds.map((id) => id.split('/').at(-1)).join(', ')}</span>
        </span>
      </button>
      <ConversationMenu
        id={summary.id}
        title={summary.title}
        onRename={() => setRenaming(true)}
        className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      />
    </li>
  )
}
