import type { ReactNode } from 'react'
import { SearchBox } from '@/components/forms/search-box'

type ListFiltersProps = {
  /** What is searched, as text. */
  label: string
  text: string
  onText: (text: string) => void
  /** What else narrows the list. */
  children?: ReactNode
}

/** Above a list: a search, and what narrows it. */
export function ListFilters({ label, text, onText, children }: ListFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
      <SearchBox
        label={label}
        className="min-w-52 flex-1 sm:max-w-xs"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {children}
    </div>
  )
}
