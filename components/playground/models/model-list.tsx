import { Search } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import type { ChatModel } from './chat-model'
import { ModelOption } from './model-option'
import { useModelSearch } from './use-model-search'

type ModelListProps = {
  models: readonly ChatModel[]
  chosenId: string | null
  onChoose: (modelId: string) => void
}

/** A search box over a list. The focus stays in the box; the arrow keys move through the list. */
export function ModelList({ models, chosenId, onChoose }: ModelListProps) {
  const id = useId()
  const { query, search, found, choose, active, setActive, listRef, onKeyDown } = useModelSearch(
    models,
    onChoose,
  )
  return (
    <>
      <ModelSearch
        listId={`${id}-list`}
        activeId={found.length > 0 ? `${id}-${active}` : undefined}
        query={query}
        onQuery={search}
        onKeyDown={onKeyDown}
      />
      <div
        ref={listRef}
        id={`${id}-list`}
        role="listbox"
        aria-label="Models"
        tabIndex={-1}
        className="quiet-scroll max-h-80 overflow-y-auto p-1"
      >
        {found.map((model, at) => (
          <ModelOption
            key={model.id}
            id={`${id}-${at}`}
            model={model}
            at={at}
            isActive={at === active}
            isChosen={model.id === chosenId}
            onActive={() => setActive(at)}
            onChoose={() => choose(at)}
            onKeyDown={onKeyDown}
          />
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

type ModelSearchProps = {
  listId: string
  activeId: string | undefined
  query: string
  onQuery: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function ModelSearch({ listId, activeId, query, onQuery, onKeyDown }: ModelSearchProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line px-3">
      <Search className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
      <input
        role="combobox"
        aria-label="Search models"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search models"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 w-full min-w-0 bg-transparent text-sm text-ink outline-none placeholder:text-faint pointer-coarse:h-11 pointer-coarse:text-[16px]"
      />
    </div>
  )
}
