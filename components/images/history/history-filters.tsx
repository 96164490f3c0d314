import { Search } from 'lucide-react'
import { OptionSelect } from '@/components/forms/option-select'
import { Input } from '@/components/ui/input'
import type { ImageRecord } from '@/lib/images/schema'

export type StatusFilter = ImageRecord['status'] | 'all'

type HistoryFiltersProps = {
  text: string
  onText: (text: string) => void
  status: StatusFilter
  onStatus: (status: StatusFilter) => void
}

const statuses: { value: StatusFilter; label: string }[] = [
  { value: 'all', label: 'All states' },
  { value: 'completed', label: 'Completed' },
  { value: 'processing', label: 'Under way' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
]

export function HistoryFilters({ text, onText, status, onStatus }: HistoryFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="relative min-w-0 flex-1 sm:max-w-xs">
        <Search
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
          aria-hidden="true"
        />
        <Input
          type="search"
          aria-label="Search your prompts"
          placeholder="Search your prompts"
          className="pl-8"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <OptionSelect
        aria-label="State"
        className="w-36"
        options={statuses}
        value={status}
        onValueChange={onStatus}
      />
    </div>
  )
}
