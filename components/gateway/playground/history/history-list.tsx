import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNow } from '@/components/data/relative-time'
import { SearchBox } from '@/components/forms/search-box'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { formatRelativeTime } from '@/lib/client/format/time'
import type { Summary } from '../conversation/kept-conversation'
import { searchSummaries } from '../store/archive'
import { usePlayground, usePlaygroundStore } from '../store/context'
import { ConversationMenu } from './conversation-menu'
import { StorageNotice } from './storage-notice'
import { TitleBox } from './title-box'

type HistoryListProps = { onOpened?: (() => void) | undefined }

/** The conversations saved in this browser. */
export function HistoryList({ onOpened }: HistoryListProps) {
  const store = usePlaygroundStore()
  const summaries = usePlayground((state) => state.summaries)
  const currentId = usePlayground((state) => state.currentId)
  const live = usePlayground((state) => state.live)
  const now = useNow()
  const [query, setQuery] = useState('')
  const found = useMemo(() => searchSummaries([...summaries], query), [summaries, query])
  const writing = new Set(Object.values(live))
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 px-3 pt-3 pb-2">
        <NewConversation onOpened={onOpened} />
        <SearchBox
          label="Search conversations"
          placeholder="Search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <StorageNotice />
      <ul aria-label="Conversations" className="quiet-scroll min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {found.map((summary) => (
          <HistoryItem
            key={summary.id}
            summary={summary}
            now={now}
            current={summary.id === currentId}
            live={writing.has(summary.id)}
            onOpen={(id) => {
              void store.open(id)
              onOpened?.()
            }}
          />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="flex-1 px-4 text-center text-sm text-faint-foreground">
          {query === ''
            ? 'Your conversations appear here. They are saved only in this browser.'
            : `No results for “${query}”.`}
        </p>
      )}
    </div>
  )
}

function NewConversation({ onOpened }: HistoryListProps) {
  const store = usePlaygroundStore()
  return (
    <Button
      variant="outline"
      onClick={() => {
        store.startConversation()
        onOpened?.()
      }}
      className="w-full"
    >
      <Plus aria-hidden="true" />
      New conversation
    </Button>
  )
}

type HistoryItemProps = {
  summary: Summary
  now: number
  current: boolean
  live: boolean
  onOpen: (id: string) => void
}

function HistoryItem({ summary, now, current, live, onOpen }: HistoryItemProps) {
  const [renaming, setRenaming] = useState(false)
  if (renaming) {
    return (
      <li className="px-1 py-1.5">
        <TitleBox id={summary.id} title={summary.title} onClose={() => setRenaming(false)} />
      </li>
    )
  }
  return (
    <li className={cn('group/item relative rounded-md', current ? 'bg-secondary' : 'hover:bg-accent')}>
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => onOpen(summary.id)}
        className="block w-full rounded-md py-1.5 pr-9 pl-2.5 text-left focus-visible:-outline-offset-2 pointer-coarse:py-2.5"
      >
        <span dir="auto" className="block truncate text-left text-sm text-foreground">
          {summary.title}
        </span>
        <span className="flex items-center gap-1.5 truncate text-xs text-muted-foreground">
          {live && <span className="size-1.5 animate-shimmer rounded-full bg-brand" aria-hidden="true" />}
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
