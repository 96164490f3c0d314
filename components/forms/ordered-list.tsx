'use client'

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { FieldControl } from '@/components/ui/field'
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { type SearchItem, SearchList } from './search-list'

type OrderedListProps = {
  control: FieldControl
  /** The items that can be added. */
  items: readonly SearchItem[]
  value: readonly string[]
  onValueChange: (ids: string[]) => void
  addLabel: string
  empty: string
}

/** Picks items and puts them in order. */
export function OrderedList({ control, items, value, onValueChange, addLabel, empty }: OrderedListProps) {
  const left = items.filter((item) => !value.includes(item.id))
  const move = (from: number, to: number) => {
    const next = value.filter((_, index) => index !== from)
    const moved = value[from]
    if (moved !== undefined) onValueChange(next.toSpliced(to, 0, moved))
  }
  return (
    <div className="rounded-md border border-border">
      {value.length > 0 && (
        <ol className="divide-y divide-border border-b border-border">
          {value.map((id, index) => (
            <OrderedItem
              key={id}
              id={id}
              index={index}
              isLast={index === value.length - 1}
              onMove={(to) => move(index, to)}
              onRemove={() => onValueChange(value.filter((other) => other !== id))}
            />
          ))}
        </ol>
      )}
      <AddPopover
        control={control}
        items={left}
        label={addLabel}
        empty={empty}
        onAdd={(id) => onValueChange([...value, id])}
      />
    </div>
  )
}

type OrderedItemProps = {
  id: string
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

function OrderedItem({ id, index, isLast, onMove, onRemove }: OrderedItemProps) {
  return (
    <li className="flex h-9 items-center gap-2 pr-1 pl-3 pointer-coarse:h-11">
      <span className="figures w-4 text-xs text-faint-foreground">{index + 1}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-xs" title={id}>
        {id}
      </span>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Move ${id} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Move ${id} down`}
        disabled={isLast}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${id}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}

type AddPopoverProps = Pick<OrderedListProps, 'control' | 'items' | 'empty'> & {
  label: string
  onAdd: (id: string) => void
}

function AddPopover({ control, items, label, empty, onAdd }: AddPopoverProps) {
  return (
    <Popover modal>
      <PopoverTrigger asChild>
        <Button {...control} variant="ghost" className="w-full justify-start" disabled={items.length === 0}>
          <Plus aria-hidden="true" />
          {label}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={label}
        className="flex max-h-80 w-(--radix-popover-trigger-width) min-w-64 flex-col p-0"
      >
        <SearchList items={items} label={label} empty={empty}>
          {(item) => (
            <PopoverClose
              className="flex w-full min-w-0 flex-col rounded-sm px-2 py-1.5 text-left text-sm hover:bg-accent focus-visible:-outline-offset-2 pointer-coarse:py-2.5"
              onClick={() => onAdd(item.id)}
            >
              <span className="w-full truncate">{item.name}</span>
              {item.name !== item.id && (
                <span className="w-full truncate font-mono text-xs text-faint-foreground">{item.id}</span>
              )}
            </PopoverClose>
          )}
        </SearchList>
      </PopoverContent>
    </Popover>
  )
}
