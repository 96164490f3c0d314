import { Square, X } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import type { Column, Conversation } from '../state/conversation'
import { usePlaygroundStore } from '../store/playground-context'
import { stopSteps } from '../store/stop-steps'

type ColumnActionsProps = {
  conversation: Conversation
  column: Column
  modelName: string
  liveIds: readonly string[]
}

/** What can be done with one of several columns: its answer stopped, the column removed. */
export function ColumnActions({ conversation, column, modelName, liveIds }: ColumnActionsProps) {
  const store = usePlaygroundStore()
  const { turns, columns } = conversation
  const own = turns.flatMap((turn) => (turn.replies[column.id] ?? []).map((step) => step.id))
  const ownLive = liveIds.filter((stepId) => own.includes(stepId))

  function remove() {
    stopSteps(store, ownLive)
    store.dispatch(conversation.id, { type: 'column-removed', columnId: column.id })
    const onClick = () => store.dispatch(conversation.id, { type: 'turns-restored', turns, columns })
    toast('Model removed', { action: { label: 'Undo', onClick } })
  }

  return (
    <>
      {ownLive.length > 0 && (
        <Tooltip content="Stop this answer">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Stop ${modelName}`}
            onClick={() => stopSteps(store, ownLive)}
          >
            <Square className="size-3! fill-current" aria-hidden="true" />
          </Button>
        </Tooltip>
      )}
      <Tooltip content="Remove this model">
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${modelName}`} onClick={remove}>
          <X aria-hidden="true" />
        </Button>
      </Tooltip>
    </>
  )
}
