import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyConversation } from '../layout/empty-conversation'
import type { ChatModel } from '../models/chat-model'
import type { Column, Conversation } from '../state/conversation'
import { ColumnHeader } from './column-header'
import { TurnView } from './turn-view'
import { useStickToBottom } from './use-stick-to-bottom'

type ColumnViewProps = {
  conversation: Conversation
  column: Column
  models: readonly ChatModel[]
  liveIds: readonly string[]
}

/** One model's side of the conversation, scrolling on its own. */
export function ColumnView({ conversation, column, models, liveIds }: ColumnViewProps) {
  const { scrollerRef, contentRef, atBottom, jump } = useStickToBottom()
  const nameOf = useCallback((id: string) => models.find((model) => model.id === id)?.name ?? id, [models])
  const alone = conversation.columns.length === 1
  const lastTurn = conversation.turns.at(-1)
  const lastSent = lastTurn ? `${lastTurn.id} ${lastTurn.sentAt}` : ''

  // A prompt just sent is always brought into sight, wherever the reader was.
  useEffect(() => {
    if (lastSent !== '') jump('instant')
  }, [lastSent, jump])

  return (
    <section
      aria-label={`Column ${columnName(conversation, column, nameOf)}`}
      data-column={column.id}
      className={cn(
        'flex w-full min-w-0 shrink-0 snap-start flex-col md:w-auto md:flex-1',
        !alone && 'md:min-w-64 md:not-last:border-r md:not-last:border-line',
      )}
    >
      <ColumnHeader conversation={conversation} column={column} models={models} liveIds={liveIds} />
      <div className="relative min-h-0 flex-1">
        <div
          ref={scrollerRef}
          className="quiet-scroll size-full overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
          role="log"
          aria-live="off"
          aria-label={`Conversation with ${nameOf(column.modelId)}`}
        >
          <div
            ref={contentRef}
            className={cn(
              'flex min-h-full flex-col gap-6 px-4 pt-5 pb-8',
              alone && 'mx-auto w-full max-w-3xl sm:px-6',
            )}
          >
            {conversation.turns.length === 0 && alone && <EmptyConversation conversation={conversation} />}
            {conversation.turns.map((turn) => (
              <TurnView
                key={turn.id}
                conversationId={conversation.id}
                columnId={column.id}
                turn={turn}
                busy={liveIds.length > 0}
                isLast={turn === lastTurn}
                nameOf={nameOf}
              />
            ))}
          </div>
        </div>
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-t from-canvas to-transparent"
        />
        {!atBottom && (
          <Button
            size="sm"
            onClick={() => jump()}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
          >
            <ArrowDown aria-hidden="true" />
            Jump to latest
          </Button>
        )}
      </div>
    </section>
  )
}

/** By its model; by its place as well where the same model answers twice. */
function columnName({ columns }: Conversation, column: Column, nameOf: (id: string) => string): string {
  const alike = columns.filter(({ modelId }) => modelId === column.modelId)
  const name = nameOf(column.modelId)
  return alike.length === 1 ? name : `${name}, ${alike.indexOf(column) + 1} of ${alike.length}`
}
