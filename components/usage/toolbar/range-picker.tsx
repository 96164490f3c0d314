'use client'

import { CalendarDays, Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { formatDays } from '../view/calendar'
import { type DayRange, type RangeName, rangeProblem } from '../view/usage-range'
import type { ChangeView } from '../view/usage-view'

const presets: { range: Exclude<RangeName, 'custom'>; label: string }[] = [
  { range: 'today', label: 'Today' },
  { range: '7d', label: 'Last 7 days' },
  { range: '30d', label: 'Last 30 days' },
  { range: '90d', label: 'Last 90 days' },
  { range: 'month', label: 'This month' },
]

type RangePickerProps = {
  chosen: RangeName
  /** The days that the choice means; null until the zone is known. */
  range: DayRange | null
  today: string
  onChange: ChangeView
}

export function RangePicker({ chosen, range, today, onChange }: RangePickerProps) {
  const [open, setOpen] = useState(false)
  const preset = presets.find((one) => one.range === chosen)
  const days = range && formatDays(range.start, range.end)
  const choose: ChangeView = (change) => {
    onChange(change)
    setOpen(false)
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={`Range: ${preset?.label ?? days ?? 'Custom'}`}>
          <CalendarDays className="text-faint" aria-hidden="true" />
          {preset?.label ?? days}
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-64 p-0" aria-label="Range">
        <ul className="p-1">
          {presets.map(({ range: name, label }) => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={name === chosen}
                onClick={() => choose({ range: name, from: null, to: null })}
                className="flex min-h-7.5 w-full items-center justify-between rounded-sm px-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-10"
              >
                {label}
                <Check className={cn('size-4', name !== chosen && 'invisible')} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
        {range && (
          <CustomRange key={`${range.start} ${range.end}`} range={range} today={today} onApply={choose} />
        )}
      </PopoverContent>
    </Popover>
  )
}

type CustomRangeProps = { range: DayRange; today: string; onApply: ChangeView }

/** A range from and to any days. */
function CustomRange({ range, today, onApply }: CustomRangeProps) {
  const [from, setFrom] = useState(range.start)
  const [to, setTo] = useState(range.end)
  const [problem, setProblem] = useState<string | null>(null)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const found = rangeProblem(from, to)
    setProblem(found)
    if (!found) onApply({ range: 'custom', from, to })
  }
  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3 border-t border-line p-3">
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={from}
            max={today}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To" error={problem ?? undefined}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={to}
            max={today}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">Show these days</Button>
    </form>
  )
}
