import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { type Option, OptionSelect } from '@/components/forms/option-select'
import { SearchBox } from '@/components/forms/search-box'
import { BoardFilter } from '@/components/media/boards/board-filter'
import { FolderActions } from '@/components/media/boards/folder-action'
import { SelectionFrame } from '@/components/media/boards/selection'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'

/** The search above a studio's history: text in the prompt, a status and a folder. `filter` follows what is typed. */
export function useHistorySearch<Status extends string>() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<Status | 'all'>('all')
  const [board, setBoard] = useState('all')
  const q = useDeferredValue(text.trim())
  const filter: { q?: string; status?: Status; board?: string } = {
    ...(q && { q }),
    ...(status !== 'all' && { status }),
    ...(board !== 'all' && { board }),
  }
  return { filter, fields: { text, onText: setText, status, onStatus: setStatus, board, onBoard: setBoard } }
}

/** The loaded tasks, and those with and without a result. */
export function useDivided<Task>(
  data: { pages: readonly { items: readonly Task[] }[] } | undefined,
  hasNoResult: (task: Task) => boolean,
) {
  return useMemo(() => {
    const records = data?.pages.flatMap(({ items }) => items) ?? []
    return {
      records,
      made: records.filter((task) => !hasNoResult(task)),
      failed: records.filter(hasNoResult),
    }
  }, [data, hasNoResult])
}

type HistoryFrameProps<Status extends string> = {
  history: ReturnType<typeof useHistorySearch<Status>> & {
    query: UseInfiniteQueryResult<unknown>
    records: readonly unknown[]
  }
  statuses: readonly Option<Status | 'all'>[]
  /** “images”, “videos”. */
  what: string
  /** Shown until the list is loaded. */
  skeleton: ReactNode
  icon: ReactNode
  /** Shown if there are no tasks yet. */
  emptyState: { title: string; description: string; examples: readonly PromptExample[] }
  onExample: (prompt: string) => void
  /** The list. */
  children: ReactNode
}

/** A studio's history: search, the list or why it is empty, and “Show more”. */
export function HistoryFrame<Status extends string>(props: HistoryFrameProps<Status>) {
  const { history, statuses, what, skeleton, icon, emptyState, onExample, children } = props
  const { query, records, fields, filter } = history
  const isFiltered = Object.keys(filter).length > 0
  return (
    <SelectionFrame>
      <div className="flex flex-col gap-5 p-4 sm:p-6">
        <HistoryFilters {...fields} statuses={statuses} />
        {query.isPending && skeleton}
        {query.isError && (
          <ErrorState
            title={`Your ${what} could not be loaded`}
            error={query.error}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {query.isSuccess && records.length === 0 && isFiltered && (
          <EmptyState
            icon={icon}
            title={`No matching ${what}`}
            description="Try different words, another status or another folder."
          />
        )}
        {query.isSuccess && records.length === 0 && !isFiltered && (
          <EmptyState
            icon={icon}
            title={emptyState.title}
            description={`${emptyState.description} Everything you create is kept for 30 days. Or start from an example, made with the sandbox:`}
            action={<PromptExamples examples={emptyState.examples} onChoose={onExample} />}
          />
        )}
        <FolderActions>{records.length > 0 && children}</FolderActions>
        {query.hasNextPage && (
          <Button
            variant="outline"
            className="self-center"
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </SelectionFrame>
  )
}

type HistoryFiltersProps<Status extends string> = {
  text: string
  onText: (text: string) => void
  status: Status | 'all'
  onStatus: (status: Status | 'all') => void
  board: string
  onBoard: (board: string) => void
  statuses: readonly Option<Status | 'all'>[]
}

/** Text in the prompt, and a status. */
function HistoryFilters<Status extends string>(props: HistoryFiltersProps<Status>) {
  const { text, onText, status, onStatus, board, onBoard, statuses } = props
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        label="Search your prompts"
        placeholder="Search prompts"
        className="min-w-0 flex-1 sm:max-w-xs"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <OptionSelect
        aria-label="Status"
        className="w-36"
        options={statuses}
        value={status}
        onValueChange={onStatus}
      />
      <BoardFilter board={board} onBoard={onBoard} />
    </div>
  )
}

/** Arrow keys, Home and End move between the elements with `data-tile` in a list. */
export function moveBetweenTiles(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  if (!(event.target instanceof HTMLElement)) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = tiles.indexOf(event.target)
  if (at < 0) return
  const targets: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: tiles.length - 1,
  }
  const next = tiles[targets[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type PromptExample = { prompt: string; picture: string }
type PromptExamplesProps = { examples: readonly PromptExample[]; onChoose: (prompt: string) => void }

/** Example prompts. Choosing one fills in the prompt and sends nothing, as it would cost money. */
function PromptExamples({ examples, onChoose }: PromptExamplesProps) {
  return (
    <ul
      aria-label="Examples"
      className="grid w-full max-w-4xl grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4"
    >
      {examples.map(({ prompt, picture }) => (
        <li key={prompt}>
          <button
            type="button"
            className="group flex h-full w-full flex-col overflow-hidden rounded-md border border-border bg-card text-left hover:border-input"
            onClick={() => {
              onChoose(prompt)
              // On phones the form is above.
              window.scrollTo({ top: 0 })
            }}
          >
            {/* biome-ignore lint/performance/noImgElement: a small static file */}
            <img
              src={picture}
              alt=""
              width={512}
              height={384}
              loading="lazy"
              className="aspect-4/3 w-full object-cover"
            />
            <span className="px-2.5 py-2 text-xs text-muted-foreground group-hover:text-foreground">
              {prompt}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
