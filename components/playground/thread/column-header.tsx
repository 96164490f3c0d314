import type { ChatModel } from '../models/chat-model'
import { ModelFacts } from '../models/model-facts'
import { ModelPicker } from '../models/model-picker'
import type { Column, Conversation } from '../state/conversation'
import { sumColumn } from '../state/sum-usage'
import { usePlaygroundStore } from '../store/playground-context'
import { AddModel } from './add-model'
import { ColumnActions } from './column-actions'
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
  const spent = sumColumn(conversation, column.id)
  return (
    <div className="@container shrink-0 border-b border-line">
      <div className="flex h-11 items-center gap-2 px-4">
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
            className="figures shrink-0 text-xs text-faint md:@max-[22rem]:hidden"
            title="What the answers in this column have cost"
          >
            {formatNanos(spent.costNanos)}
          </span>
        )}
        <div className="ml-auto flex shrink-0 items-center">
          {!alone && (
            <ColumnActions
              conversation={conversation}
              column={column}
              modelName={model?.name ?? column.modelId}
              liveIds={liveIds}
            />
          )}
          {column === conversation.columns.at(-1) && (
            <AddModel conversation={conversation} models={models} compact={!alone} />
          )}
        </div>
      </div>
    </div>
  )
}
