import { Columns2, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import type { ChatModel } from '../models/chat-model'
import { ModelList } from '../models/model-list'
import { type Conversation, maxColumns } from '../state/conversation'
import { usePlaygroundStore } from '../store/playground-context'

type AddModelProps = { conversation: Conversation; models: readonly ChatModel[]; compact: boolean }

/** Puts another model beside those that answer already. */
export function AddModel({ conversation, models, compact }: AddModelProps) {
  const store = usePlaygroundStore()
  const [open, setOpen] = useState(false)
  if (conversation.columns.length >= maxColumns) return null
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size={compact ? 'icon-sm' : 'sm'} aria-label="Compare with another model">
          {compact ? <Plus aria-hidden="true" /> : <Columns2 aria-hidden="true" />}
          {!compact && <span>Compare</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        className="w-[min(26rem,calc(100vw-1rem))] p-0"
        aria-label="Compare with another model"
      >
        <ModelList
          models={models}
          chosenId={null}
          onChoose={(modelId) => {
            store.dispatch(conversation.id, { type: 'column-added', modelId })
            setOpen(false)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
