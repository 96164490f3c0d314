import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { SearchBox } from '@/components/forms/search-box'
import { Button } from '@/components/ui/button'
import { searchSummaries } from '../storage/conversation-archive'
import { usePlayground, usePlaygroundStore } from '../store/playground-context'
import { useNow } from '../thread/use-now'
import { HistoryItem } from './history-item'
import { KeepingNote } from './keeping-note'

type HistoryListProps = { onOpened?: (() => void) | undefined }

/** The conversations of this browser. */
export function HistoryList({ onOpened }: HistoryListProps) {
  const store = usePlaygroundStore()
  const summaries = usePlayground((state) => state.summaries)
  const currentId = usePlayground((state) => state.currentId)
  const live = usePlayground((state) => state.live)
  const now = useNow(30_000, true)
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
      <KeepingNote />
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
        <p className="flex-1 px-4 text-center text-sm text-faint">
          {query === ''
            ? 'Conversations are kept here, in this browser only.'
            : `Nothing matches “${query}”.`}
        </p>
      )}
    </div>
  )
}

function NewConversation({ onOpened }: HistoryListProps) {
  const store = usePlaygroundStore()
  return (
    <Button
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
