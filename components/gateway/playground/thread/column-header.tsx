import { ChevronsUpDown, Columns2, Plus, Square, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { toast } from '@/components/ui/toast'
import { Tooltip } from '@/components/ui/tooltip'
import { PopoverButton } from '@/components/ui/when-opened'
import { type Column, formatSpent, sumColumn } from '../conversation/conversation'
import { maxColumns } from '../models/chat-model'
import { ModelFacts, ModelList } from '../models/model-list'
import { stopSteps } from '../store/answers'
import { useConversation, useLiveSteps, useModels, usePlaygroundStore } from '../store/context'

export function ColumnHeader({ column }: { column: Column }) {
  const store = usePlaygroundStore()
  const conversation = useConversation()
  const model = useModels().find((candidate) => candidate.id === column.modelId)
  const alone = conversation.columns.length === 1
  const spent = sumColumn(conversation, column.id)
  return (
    <div className="@container min-w-0 border-b border-border">
      <div className="flex h-11 items-center gap-2 px-4">
        <ModelPicker
          modelId={column.modelId}
          name={model?.name ?? (column.modelId || 'Choose a model')}
          onChoose={(modelId) =>
            store.dispatch(conversation.id, { type: 'model-chosen', columnId: column.id, modelId })
          }
        />
        {model && alone && (
          <div className="shrink-0 max-sm:hidden">
            <ModelFacts model={model} hasUnits />
          </div>
        )}
        {!alone && spent.answers > 0 && (
          <span
            className="figures shrink-0 text-xs text-faint-foreground md:@max-[22rem]:hidden"
            title="Cost of the answers in this column"
          >
            {formatSpent(spent)}
          </span>
        )}
        <div className="ml-auto flex shrink-0 items-center">
          {!alone && <ColumnActions column={column} modelName={model?.name ?? column.modelId} />}
          {column === conversation.columns.at(-1) && <AddModel compact={!alone} />}
        </div>
      </div>
      {model && (
        <div className={cn('-mt-1 flex h-6 overflow-hidden px-4 pb-1.5', alone && 'sm:hidden')}>
          <ModelFacts model={model} hasUnits />
        </div>
      )}
    </div>
  )
}

type ModelPickerProps = { modelId: string; name: string; onChoose: (modelId: string) => void }

function ModelPicker({ modelId, name, onChoose }: ModelPickerProps) {
  return (
    <PopoverButton
      label="Choose a model"
      className="w-[min(26rem,calc(100vw-1rem))]"
      button={
        <Button variant="ghost" className="-ml-2 min-w-0 shrink gap-1.5 px-2 text-foreground">
          <span className="sr-only">Model: {modelId ? `${modelId}, ` : ''}</span>
          <span className="truncate">{name}</span>
          <ChevronsUpDown className="text-faint-foreground" aria-hidden="true" />
        </Button>
      }
    >
      {(close) => (
        <ModelList
          chosenId={modelId}
          onChoose={(chosen) => {
            onChoose(chosen)
            close()
          }}
        />
      )}
    </PopoverButton>
  )
}

type ColumnActionsProps = { column: Column; modelName: string }

/** Actions of one of several columns: stop its answer, remove it. */
function ColumnActions({ column, modelName }: ColumnActionsProps) {
  const store = usePlaygroundStore()
  const { id, turns, columns } = useConversation()
  const liveIds = useLiveSteps()
  const stepIds = turns.flatMap((turn) => (turn.replies[column.id] ?? []).map((step) => step.id))
  const liveHere = liveIds.filter((stepId) => stepIds.includes(stepId))

  function remove() {
    stopSteps(store, liveHere)
    store.dispatch(id, { type: 'column-removed', columnId: column.id })
    const onClick = () => store.dispatch(id, { type: 'turns-restored', turns, columns })
    toast('Model removed', { action: { label: 'Undo', onClick } })
  }

  return (
    <>
      {liveHere.length > 0 && (
        <Tooltip content="Stop this answer">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Stop ${modelName}`}
            onClick={() => stopSteps(store, liveHere)}
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

/** Adds a column with another model. */
function AddModel({ compact }: { compact: boolean }) {
  const store = usePlaygroundStore()
  const conversation = useConversation()
  if (conversation.columns.length >= maxColumns) return null
  return (
    <PopoverButton
      label="Compare with another model"
      align="end"
      className="w-[min(26rem,calc(100vw-1rem))]"
      button={
        <Button variant="ghost" size={compact ? 'icon-sm' : 'sm'} aria-label="Compare with another model">
          {compact ? <Plus aria-hidden="true" /> : <Columns2 aria-hidden="true" />}
          {!compact && <span>Compare</span>}
        </Button>
      }
    >
      {(close) => (
        <ModelList
          chosenId={null}
          onChoose={(modelId) => {
            store.dispatch(conversation.id, { type: 'column-added', modelId })
            close()
          }}
        />
      )}
    </PopoverButton>
  )
}
