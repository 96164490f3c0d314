import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '@/components/ui/cn'
import type { Column } from '../conversation/conversation'
import { nameModel } from '../models/chat-model'
import { useConversation, useModels } from '../store/context'
import { ColumnHeader } from './column-header'
import { ColumnLog } from './column-log'

const ColumnVerdict = lazy(async () => ({ default: (await import('./column-verdict')).ColumnVerdict }))

/** Columns side by side; on a phone one at a time, switched by swiping or by the tabs above. */
export function ColumnsView({ onUse }: { onUse: (columnId: string) => void }) {
  const { id, columns } = useConversation()
  const row = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const count = columns.length

  useEffect(() => {
    const element = row.current
    if (!element) return
    const onScroll = () => setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])

  // Scrolls to a model that was just added.
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) row.current?.scrollTo({ left: row.current.scrollWidth, behavior: 'smooth' })
    known.current = count
  }, [count])

  return (
    <>
      {count > 1 && (
        <ColumnTabs
          shown={Math.min(shown, count - 1)}
          onShow={(at) => row.current?.scrollTo({ left: at * row.current.clientWidth, behavior: 'smooth' })}
        />
      )}
      <div
        ref={row}
        className={cn(
          // The columns share their rows, so that what is compared stands side by side.
          'quiet-scroll grid min-h-0 flex-1 auto-cols-[100%] grid-flow-col grid-rows-[auto_minmax(0,1fr)_auto] overflow-x-auto overflow-y-hidden md:auto-cols-[minmax(16rem,1fr)]',
          count > 1 && 'snap-x snap-mandatory md:snap-none',
        )}
      >
        {columns.map((column) => (
          <ColumnView key={`${id} ${column.id}`} column={column} onUse={() => onUse(column.id)} />
        ))}
      </div>
    </>
  )
}

/** Pixels of the previous tab that stay visible. */
const PEEK = 48

type ColumnTabsProps = { shown: number; onShow: (at: number) => void }

/** On a phone: which of the compared models is shown. */
function ColumnTabs({ shown, onShow }: ColumnTabsProps) {
  const { columns } = useConversation()
  const models = useModels()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = row.current?.children[shown]
    if (tab instanceof HTMLElement) row.current?.scrollTo({ left: tab.offsetLeft - PEEK, behavior: 'smooth' })
  }, [shown])
  return (
    <nav
      ref={row}
      aria-label="Compared models"
      className="relative flex shrink-0 overflow-x-auto [scrollbar-width:none] md:hidden"
    >
      {columns.map((column, at) => (
        <button
          key={column.id}
          type="button"
          aria-current={at === shown}
          onClick={() => onShow(at)}
          className={cn(
            'h-11 max-w-48 shrink-0 grow truncate border-b px-3 text-xs focus-visible:-outline-offset-2',
            at === shown
              ? 'border-foreground font-medium text-foreground'
              : 'border-border text-muted-foreground',
          )}
        >
          {nameModel(models, column.modelId)}
        </button>
      ))}
    </nav>
  )
}

/** One model's side of the conversation, scrolling on its own. */
function ColumnView({ column, onUse }: { column: Column; onUse: () => void }) {
  const { columns, turns } = useConversation()
  const models = useModels()
  const nameOf = useCallback((id: string) => nameModel(models, id), [models])
  const name = columnName(columns, column, nameOf)
  return (
    <section
      aria-label={`Column ${name}`}
      data-column={column.id}
      className={cn(
        'row-span-3 grid min-w-0 snap-start grid-rows-subgrid',
        columns.length > 1 && 'md:not-last:border-r md:not-last:border-border',
      )}
    >
      <ColumnHeader column={column} />
      <ColumnLog column={column} nameOf={nameOf} />
      {columns.length > 1 && turns.length > 0 && (
        <Suspense fallback={<div className="min-h-35 border-t border-border" />}>
          <ColumnVerdict column={column} name={name} nameOf={nameOf} onUse={onUse} />
        </Suspense>
      )}
    </section>
  )
}

/** The model's name, with an index if the same model has several columns. */
function columnName(columns: readonly Column[], column: Column, nameOf: (id: string) => string): string {
  const alike = columns.filter(({ modelId }) => modelId === column.modelId)
  const name = nameOf(column.modelId)
  return alike.length === 1 ? name : `${name}, ${alike.indexOf(column) + 1} of ${alike.length}`
}
