import { useEffect, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'
import { ColumnTabs } from './column-tabs'
import { ColumnView } from './column-view'

type ColumnsViewProps = {
  conversation: Conversation
  models: readonly ChatModel[]
  liveIds: readonly string[]
}

/** Side by side where there is room; on a phone one at a time, by swiping or by the tabs above. */
export function ColumnsView({ conversation, models, liveIds }: ColumnsViewProps) {
  const row = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const count = conversation.columns.length

  useEffect(() => {
    const element = row.current
    if (!element) return
    const onScroll = () => setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])

  // A model that was just added is what the reader wants to see.
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) row.current?.scrollTo({ left: row.current.scrollWidth, behavior: 'smooth' })
    known.current = count
  }, [count])

  return (
    <>
      {count > 1 && (
        <ColumnTabs
          conversation={conversation}
          models={models}
          shown={Math.min(shown, count - 1)}
          onShow={(at) => row.current?.scrollTo({ left: at * row.current.clientWidth, behavior: 'smooth' })}
        />
      )}
      <div
        ref={row}
        className={cn(
          'quiet-scroll flex min-h-0 flex-1 overflow-x-auto',
          count > 1 && 'snap-x snap-mandatory md:snap-none',
        )}
      >
        {conversation.columns.map((column) => (
          <ColumnView
            key={`${conversation.id} ${column.id}`}
            conversation={conversation}
            column={column}
            models={models}
            liveIds={liveIds}
          />
        ))}
      </div>
    </>
  )
}
