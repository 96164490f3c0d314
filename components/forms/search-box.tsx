import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'

type SearchBoxProps = Omit<ComponentProps<typeof Input>, 'type' | 'aria-label'> & {
  /** Names the box, and is its placeholder unless one is given. */
  label: string
}

export function SearchBox({ label, className, ...input }: SearchBoxProps) {
  return (
    <div className={cn('relative', className)}>
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint-foreground"
        aria-hidden="true"
      />
      <Input type="search" aria-label={label} placeholder={label} className="pl-8" {...input} />
    </div>
  )
}

type ListFiltersProps = {
  /** Names the search box. */
  label: string
  text: string
  onText: (text: string) => void
  /** Other filters. */
  children?: ReactNode
}

/** The search box and filters above a list. */
export function ListFilters({ label, text, onText, children }: ListFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-border p-3">
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
