import { ArrowDown } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyConversation } from '../layout/empty-conversation'
import type { Column, Conversation } from '../state/conversation'
import { TurnView } from './turn-view'
import { useStickToBottom } from './use-stick-to-bottom'

type ColumnLogProps = {
  conversation: Conversation
  column: Column
  busy: boolean
  nameOf: (modelId: string) => string
}

/** What was asked and answered, followed to its end while the reader is there. */
export function ColumnLog({ conversation, column, busy, nameOf }: ColumnLogProps) {
  const { turns } = conversation
  const { scrollerRef, contentRef, atBottom, jump } = useStickToBottom(turns.length > 0)
  const alone = conversation.columns.length === 1
  const lastTurn = turns.at(-1)
  const lastSent = lastTurn ? `${lastTurn.id} ${lastTurn.sentAt}` : ''

  // A prompt just sent is always brought into sight, wherever the reader was.
  useEffect(() => {
    if (lastSent !== '') jump('instant')
  }, [lastSent, jump])

  return (
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
          {turns.length === 0 && alone && <EmptyConversation conversation={conversation} />}
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              conversationId={conversation.id}
              columnId={column.id}
              turn={turn}
              busy={busy}
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
      {!atBottom && turns.length > 0 && <JumpButton onJump={jump} />}
    </div>
  )
}

function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <Button
      size="sm"
      onClick={() => onJump()}
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
    >
      <ArrowDown aria-hidden="true" />
      Jump to latest
    </Button>
  )
}
