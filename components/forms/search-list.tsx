'use client'

import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export type SearchItem = { id: string; name: string }

type SearchListProps<Item extends SearchItem> = {
  items: readonly Item[]
  /** Names the search box. */
  label: string
  empty: string
  children: (item: Item) => ReactNode
}

/** A list with a search box above it. The caller renders the items. */
export function SearchList<Item extends SearchItem>({
  items,
  label,
  empty,
  children,
}: SearchListProps<Item>) {
  const [text, setText] = useState('')
  const query = text.normalize('NFKC').trim().toLowerCase()
  const found = items.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(query))
  return (
    <div className="flex max-h-80 min-h-0 flex-col">
      <div className="flex items-center gap-2 border-b border-border px-3">
        <Search className="size-3.5 shrink-0 text-faint-foreground" aria-hidden="true" />
        <input
          type="search"
          aria-label={label}
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-9 w-full bg-transparent text-sm outline-none placeholder:text-faint-foreground pointer-coarse:text-[16px]"
        />
      </div>
      <ul className="quiet-scroll min-h-0 flex-1 overflow-y-auto p-1">
        {found.map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
        {found.length === 0 && (
          <li className="px-2 py-6 text-center text-sm text-faint-foreground">{empty}</li>
        )}
      </ul>
    </div>
  )
}
