import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import type { ChatModel } from './chat-model'
import { ModelList } from './model-list'

type ModelPickerProps = {
  models: readonly ChatModel[]
  modelId: string
  onChoose: (modelId: string) => void
}

export function ModelPicker({ models, modelId, onChoose }: ModelPickerProps) {
  const [open, setOpen] = useState(false)
  const model = models.find((candidate) => candidate.id === modelId)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" className="-ml-2 min-w-0 shrink gap-1.5 px-2 text-ink">
          <span className="sr-only">Model: {modelId ? `${modelId}, ` : ''}</span>
          <span className="truncate">{model?.name ?? (modelId || 'Choose a model')}</span>
          <ChevronsUpDown className="text-faint" aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-[min(26rem,calc(100vw-1rem))] p-0" aria-label="Choose a model">
        <ModelList
          models={models}
          chosenId={modelId}
          onChoose={(chosen) => {
            onChoose(chosen)
            setOpen(false)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
