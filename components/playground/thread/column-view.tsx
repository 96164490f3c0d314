import { useCallback } from 'react'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from '../models/chat-model'
import type { Column, Conversation } from '../state/conversation'
import { ColumnHeader } from './column-header'
import { ColumnLog } from './column-log'

type ColumnViewProps = {
  conversation: Conversation
  column: Column
  models: readonly ChatModel[]
  liveIds: readonly string[]
}

/** One model's side of the conversation, scrolling on its own. */
export function ColumnView({ conversation, column, models, liveIds }: ColumnViewProps) {
  const nameOf = useCallback((id: string) => models.find((model) => model.id === id)?.name ?? id, [models])
  return (
    <section
      aria-label={`Column ${columnName(conversation, column, nameOf)}`}
      data-column={column.id}
      className={cn(
        'flex w-full min-w-0 shrink-0 snap-start flex-col md:w-auto md:flex-1',
        conversation.columns.length > 1 && 'md:min-w-64 md:not-last:border-r md:not-last:border-line',
      )}
    >
      <ColumnHeader conversation={conversation} column={column} models={models} liveIds={liveIds} />
      <ColumnLog conversation={conversation} column={column} busy={liveIds.length > 0} nameOf={nameOf} />
    </section>
  )
}

/** By its model; by its place as well where the same model answers twice. */
function columnName({ columns }: Conversation, column: Column, nameOf: (id: string) => string): string {
  const alike = columns.filter(({ modelId }) => modelId === column.modelId)
  const name = nameOf(column.modelId)
  return alike.length === 1 ? name : `${name}, ${alike.indexOf(column) + 1} of ${alike.length}`
}
