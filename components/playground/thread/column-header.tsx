import { Square, X } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import type { ChatModel } from '../models/chat-model'
import { ModelFacts } from '../models/model-facts'
import { ModelPicker } from '../models/model-picker'
import type { Column, Conversation } from '../state/conversation'
import { sumColumn } from '../state/sum-usage'
import { usePlaygroundStore } from '../store/playground-context'
import { stopSteps } from '../store/stop-steps'
import { AddModel } from './add-model'
import { formatNanos } from './format-usd'

type ColumnHeaderProps = {
  conversation: Conversation
  column: Column
  models: readonly ChatModel[]
  liveIds: readonly string[]
}

export function ColumnHeader({ conversation, column, models, liveIds }: ColumnHeaderProps) {
  const store = usePlaygroundStore()
  const model = models.find((candidate) => candidate.id === column.modelId)
  const alone = conversation.columns.length === 1
  const own = conversation.turns.flatMap((turn) => (turn.replies[column.id] ?? []).map((step) => step.id))
  const ownLive = liveIds.filter((stepId) => own.includes(stepId))
  const spent = sumColumn(conversation, column.id)
  const { turns, columns } = conversation

  function remove() {
    stopSteps(store, ownLive)
    store.dispatch(conversation.id, { type: 'column-removed', columnId: column.id })
    const onClick = () => store.dispatch(conversation.id, { type: 'turns-restored', turns, columns })
    toast('Model removed', { action: { label: 'Undo', onClick } })
  }

  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
      <ModelPicker
        models={models}
        modelId={column.modelId}
        onChoose={(modelId) =>
          store.dispatch(conversation.id, { type: 'model-chosen', columnId: column.id, modelId })
        }
      />
      {model && alone && (
        <div className="shrink-0 max-sm:hidden">
          <ModelFacts model={model} />
        </div>
      )}
      {!alone && spent.answers > 0 && (
        <span
          className="figures shrink-0 text-xs text-faint"
          title="What the answers in this column have cost"
        >
          {formatNanos(spent.costNanos)}
        </span>
      )}
      <div className="ml-auto flex shrink-0 items-center">
        {!alone && ownLive.length > 0 && (
          <Tooltip content="Stop this answer">
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Stop ${model?.name ?? column.modelId}`}
              onClick={() => stopSteps(store, ownLive)}
            >
              <Square className="size-3! fill-current" aria-hidden="true" />
            </Button>
          </Tooltip>
        )}
        {!alone && (
          <Tooltip content="Remove this model">
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove ${model?.name ?? column.modelId}`}
              onClick={remove}
            >
              <X aria-hidden="true" />
            </Button>
          </Tooltip>
        )}
        {column === columns.at(-1) && (
          <AddModel conversation={conversation} models={models} compact={!alone} />
        )}
      </div>
    </div>
  )
}
