import { Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from './chat-model'
import { ModelFacts } from './model-facts'

type ModelOptionProps = {
  id: string
  model: ChatModel
  /** Its place in the list, by which the arrow keys find it. */
  at: number
  /** The arrow keys or the pointer are on it. */
  isActive: boolean
  isChosen: boolean
  onActive: () => void
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export function ModelOption({
  id,
  model,
  at,
  isActive,
  isChosen,
  onActive,
  onChoose,
  onKeyDown,
}: ModelOptionProps) {
  return (
    // biome wants a key handler here; the search box above the list has it, as the combobox pattern asks.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-at={at}
      aria-selected={isChosen}
      data-highlighted={isActive ? '' : undefined}
      onPointerMove={onActive}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      className="flex cursor-default items-center gap-3 rounded-sm px-2 py-1.5 data-highlighted:bg-hover pointer-coarse:py-2.5"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm text-ink">{model.name}</span>
        <span className="block truncate font-mono text-2xs text-faint">{model.id}</span>
      </span>
      <ModelFacts model={model} />
      <Check
        className={cn('size-3.5 shrink-0 text-accent-text', !isChosen && 'invisible')}
        aria-hidden="true"
      />
    </div>
  )
}
