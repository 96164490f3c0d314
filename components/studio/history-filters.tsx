import { type Option, OptionSelect } from '@/components/forms/option-select'
import { SearchBox } from '@/components/forms/search-box'

type HistoryFiltersProps<Status extends string> = {
  text: string
  onText: (text: string) => void
  status: Status | 'all'
  onStatus: (status: Status | 'all') => void
  statuses: readonly Option<Status | 'all'>[]
}

/** Words of the prompt, and a state. */
export function HistoryFilters<Status extends string>(props: HistoryFiltersProps<Status>) {
  const { text, onText, status, onStatus, statuses } = props
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
        aria-label="State"
        className="w-36"
        options={statuses}
        value={status}
        onValueChange={onStatus}
      />
    </div>
  )
}
