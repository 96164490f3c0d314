import { Check, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { cn } from '@/components/ui/cn'
import type { ChatModel } from './chat-model'
import { ModelFacts } from './model-facts'
import { searchModels } from './search-models'
import { useListNavigation } from './use-list-navigation'

type ModelListProps = {
  models: readonly ChatModel[]
  chosenId: string | null
  onChoose: (modelId: string) => void
}

/** A search box over a list. The focus stays in the box; the arrow keys move through the list. */
export function ModelList({ models, chosenId, onChoose }: ModelListProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const found = searchModels(models, query)
  const choose = (at: number) => {
    const model = found[at]
    if (model) onChoose(model.id)
  }
  const { active, setActive, listRef, onKeyDown } = useListNavigation({
    count: found.length,
    onChoose: choose,
  })
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Search models"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search models"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="h-9 w-full min-w-0 bg-transparent text-sm text-ink outline-none placeholder:text-faint pointer-coarse:h-11 pointer-coarse:text-[16px]"
        />
      </div>
      <div
        ref={listRef}
        id={`${id}-list`}
        role="listbox"
        aria-label="Models"
        tabIndex={-1}
        className="quiet-scroll max-h-80 overflow-y-auto p-1"
      >
        {found.map((model, at) => (
          // biome wants a key handler here; the box above has it, as the combobox pattern asks.
          <div
            key={model.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            data-at={at}
            aria-selected={model.id === chosenId}
            onPointerMove={() => setActive(at)}
            onClick={() => choose(at)}
            onKeyDown={onKeyDown}
            className={cn(
              'flex cursor-default items-center gap-3 rounded-sm px-2 py-1.5 pointer-coarse:py-2.5',
              at === active && 'bg-hover',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm text-ink">{model.name}</span>
              <span className="block truncate font-mono text-2xs text-faint">{model.id}</span>
            </span>
            <ModelFacts model={model} />
            <Check
              className={cn('size-3.5 shrink-0 text-accent-text', model.id !== chosenId && 'invisible')}
              aria-hidden="true"
            />
          </div>
        ))}
        {found.length === 0 && (
          <p className="px-2 py-6 text-center text-sm text-muted">No model matches “{query}”.</p>
        )}
      </div>
      <p aria-hidden="true" className="border-t border-line px-3 py-1.5 text-right text-2xs text-faint">
        USD per million tokens in / out, context
      </p>
    </>
  )
}
