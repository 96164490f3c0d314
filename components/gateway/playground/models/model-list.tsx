import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { formatCompact } from '@/lib/client/format/number'
import { useModels } from '../store/context'
import { type ChatModel, formatPricePerMillion, searchModels } from './chat-model'

type ModelListProps = {
  chosenId: string | null
  onChoose: (modelId: string) => void
}

/** A search box over a list. The focus stays in the box; the arrow keys move through the list. */
export function ModelList({ chosenId, onChoose }: ModelListProps) {
  const id = useId()
  const { query, search, found, choose, active, setActive, listRef, onKeyDown } = useModelSearch(onChoose)
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
          <p className="px-2 py-6 text-center text-sm text-muted-foreground">No results for “{query}”.</p>
        )}
      </div>
      <p
        aria-hidden="true"
        className="border-t border-border px-3 py-1.5 text-right text-2xs text-faint-foreground"
      >
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
    <div className="flex items-center gap-2 border-b border-border px-3">
      <Search className="size-3.5 shrink-0 text-faint-foreground" aria-hidden="true" />
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
        className="h-9 w-full min-w-0 bg-transparent text-sm text-foreground outline-none placeholder:text-faint-foreground pointer-coarse:h-11 pointer-coarse:text-[16px]"
      />
    </div>
  )
}

type ModelOptionProps = {
  id: string
  model: ChatModel
  /** Its index in the list. */
  at: number
  /** Highlighted by the arrow keys or the pointer. */
  isActive: boolean
  isChosen: boolean
  onActive: () => void
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function ModelOption({ id, model, at, isActive, isChosen, onActive, onChoose, onKeyDown }: ModelOptionProps) {
  return (
    // The search box has the focus and handles keys (combobox pattern); biome wants a handler here as well.
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
      className="flex cursor-default items-center gap-3 rounded-sm px-2 py-1.5 data-highlighted:bg-accent pointer-coarse:py-2.5"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm text-foreground">{model.name}</span>
        <span className="block truncate font-mono text-2xs text-faint-foreground">{model.id}</span>
      </span>
      <ModelFacts model={model} />
      <Check
        className={cn('size-3.5 shrink-0 text-brand-text', !isChosen && 'invisible')}
        aria-hidden="true"
      />
    </div>
  )
}

type ModelFactsProps = {
  model: ChatModel
  /** Where no caption says what the figures are. */
  hasUnits?: boolean
}

/** Price and context of a model in one quiet line. */
export function ModelFacts({ model, hasUnits = false }: ModelFactsProps) {
  const input = formatPricePerMillion(model.promptPrice)
  const output = formatPricePerMillion(model.completionPrice)
  return (
    <span
      className={cn(
        'figures flex min-w-0 items-center gap-x-2 text-xs whitespace-nowrap text-faint-foreground',
        // Where there is no room for both, the price stays.
        hasUnits && 'flex-wrap',
      )}
    >
      {input && output && (
        <span title={`${input} per million input tokens, ${output} per million output tokens`}>
          {hasUnits ? `${input} in, ${output} out per M` : `${input} / ${output}`}
          <span className="sr-only"> per million tokens in and out</span>
        </span>
      )}
      {model.contextLength !== null && (
        <span title={`${model.contextLength.toLocaleString('en-US')} tokens of context`}>
          {formatCompact(model.contextLength)}
          {hasUnits ? ' context' : <span className="sr-only"> tokens of context</span>}
        </span>
      )}
    </span>
  )
}

/** The models that match the query, and the one that Enter chooses. */
function useModelSearch(onChoose: (modelId: string) => void) {
  const models = useModels()
  const [query, setQuery] = useState('')
  const found = searchModels(models, query)
  function choose(at: number): void {
    const model = found[at]
    if (model) onChoose(model.id)
  }
  const navigation = useListNavigation({ count: found.length, onChoose: choose })
  function search(text: string): void {
    setQuery(text)
    navigation.setActive(0)
  }
  return { query, search, found, choose, ...navigation }
}

type ListNavigation = { count: number; onChoose: (at: number) => void }

/** Arrow keys over a list whose focus stays in the search box above it (the combobox pattern). */
function useListNavigation({ count, onChoose }: ListNavigation) {
  const [requested, setRequested] = useState(0)
  const active = Math.max(0, Math.min(requested, count - 1))
  const listRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    listRef.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      // Arrow keys wrap around at the ends; Page Up and Page Down stop there.
      const wraps = event.key.startsWith('Arrow')
      setRequested(wraps ? (next + count) % Math.max(1, count) : next)
    } else if (event.key === 'Enter' && count > 0 && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(active)
    }
  }

  return { active, setActive: setRequested, listRef, onKeyDown }
}
