'use client'

import { CalendarDays, Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { PopoverButton } from '@/components/ui/when-opened'
import { formatDays } from '../view/calendar'
import { type DayRange, hours, rangeProblem } from '../view/usage-range'
import type { ChangeView, RangeName } from '../view/usage-view'

const presets: { range: Exclude<RangeName, 'custom'>; label: string }[] = [
  { range: '1h', label: 'Last hour' },
  { range: '24h', label: 'Last 24 hours' },
  { range: 'today', label: 'Today' },
  { range: '7d', label: 'Last 7 days' },
  { range: '30d', label: 'Last 30 days' },
  { range: '90d', label: 'Last 90 days' },
  { range: 'month', label: 'This month' },
]

type RangePickerProps = {
  chosen: RangeName
  /** The chosen days; null until the time zone is known. */
  range: DayRange | null
  today: string
  onChange: ChangeView
  /** Leaves out ranges of hours. */
  daysOnly?: boolean
}

export function RangePicker({ chosen, range, today, onChange, daysOnly }: RangePickerProps) {
  const offered = daysOnly ? presets.filter((one) => !(one.range in hours)) : presets
  const preset = offered.find((one) => one.range === chosen)
  const days = range && formatDays(range.start, range.end)
  return (
    <PopoverButton
      label="Range"
      className="w-64"
      button={
        <Button variant="outline" aria-label={`Range: ${preset?.label ?? days ?? 'Custom'}`}>
          <CalendarDays className="text-faint-foreground" aria-hidden="true" />
          {preset?.label ?? days}
        </Button>
      }
    >
      {(close) => {
        const choose: ChangeView = (change) => {
          onChange(change)
          close()
        }
        return (
          <>
            <ul className="p-1">
              {offered.map(({ range: name, label }) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-pressed={name === chosen}
                    onClick={() => choose({ range: name, from: null, to: null })}
                    className="flex min-h-7.5 w-full items-center justify-between rounded-sm px-2 text-left text-sm hover:bg-accent focus-visible:-outline-offset-2 pointer-coarse:min-h-10"
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
          </>
        )
      }}
    </PopoverButton>
  )
}

type CustomRangeProps = { range: DayRange; today: string; onApply: ChangeView }

/** A range between any two days. */
function CustomRange({ range, today, onApply }: CustomRangeProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const days = new FormData(event.currentTarget)
    const [from, to] = [String(days.get('from')), String(days.get('to'))]
    const found = rangeProblem(from, to)
    if (found === null) onApply({ range: 'custom', from, to })
    else setProblem(found)
  }
  return (
    <form
      onSubmit={apply}
      onChange={() => setProblem(null)}
      noValidate
      className="flex flex-col gap-3 border-t border-border p-3"
    >
      <Field label="From">
        {(control) => <Input {...control} name="from" type="date" max={today} defaultValue={range.start} />}
      </Field>
      <Field label="To" error={problem ?? undefined}>
        {(control) => <Input {...control} name="to" type="date" max={today} defaultValue={range.end} />}
      </Field>
      <Button variant="outline" type="submit">
        Show these days
      </Button>
    </form>
  )
}
