import { SearchBox } from '@/components/forms/search-box'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { GroupType } from '@/lib/portraits/schema'

export type Kind = GroupType | 'all'

type GroupFiltersProps = {
  kind: Kind
  onKind: (kind: Kind) => void
  name: string
  onName: (name: string) => void
}

const kinds: { value: Kind; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'AIGC', label: 'Virtual' },
  { value: 'LivenessFace', label: 'Real' },
]

export function GroupFilters({ kind, onKind, name, onName }: GroupFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ToggleGroup
        type="single"
        value={kind}
        aria-label="Kind of person"
        onValueChange={(value) => {
          const chosen = kinds.find((one) => one.value === value)
          if (chosen) onKind(chosen.value)
        }}
      >
        {kinds.map(({ value, label }) => (
          <ToggleGroupItem key={value} value={value}>
            {label}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      <SearchBox
        label="Search by name"
        className="w-full sm:w-64"
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  )
}
