'use client'

import { Globe } from 'lucide-react'
import { useState } from 'react'
import { browserZone } from '@/components/data/browser-zone'
import { SearchList } from '@/components/forms/search-list'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'

type ZonePickerProps = {
  /** Where the days begin and end now; null until the browser has said. */
  zone: string | null
  /** Null: the browser's own. */
  onChange: (zone: string | null) => void
}

/** The zone whose days are counted. */
export function ZonePicker({ zone, onChange }: ZonePickerProps) {
  const [open, setOpen] = useState(false)
  const choose = (chosen: string | null) => {
    onChange(chosen)
    setOpen(false)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={`Time zone: ${zone ?? 'your own'}`}>
          <Globe className="text-faint" aria-hidden="true" />
          <span className="max-w-40 min-w-20 truncate text-left">{zone?.replaceAll('_', ' ')}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-64 p-0" aria-label="Time zone">
        <SearchList
          items={open ? listZones() : []}
          label="Search zones"
          empty="No such zone."
          className="max-h-80"
        >
          {({ id, name }) => (
            <button
              type="button"
              aria-pressed={id === zone}
              onClick={() => choose(id === browserZone() ? null : id)}
              className={cn(
                'flex min-h-7.5 w-full items-center justify-between gap-3 rounded-sm px-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-10',
                id === zone && 'bg-selected font-medium',
              )}
            >
              <span className="truncate">{name}</span>
              {id === browserZone() && <span className="shrink-0 text-xs font-normal text-faint">Yours</span>}
            </button>
          )}
        </SearchList>
      </PopoverContent>
    </Popover>
  )
}

/** The reader's own and UTC first, then all others by name. */
function listZones() {
  const ids = new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...ids].map((id) => ({ id, name: id.replaceAll('_', ' ') }))
}
