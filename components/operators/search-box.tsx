import { Search } from 'lucide-react'
import { Input } from '@/components/ui/input'

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void }

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <div className="relative min-w-52 flex-1 sm:max-w-xs">
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
        aria-hidden="true"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        className="pl-8"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
