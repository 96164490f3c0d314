'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { CalendarDays, Check } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { formatDays } from '../view/calendar'
import { type DayRange, hours, type RangeName, rangeProblem } from '../view/usage-range'
import type { ChangeView } from '../view/usage-view'

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
  /** The days that the choice means; null until the zone is known. */
  range: DayRange | null
  today: string
  onChange: ChangeView
  /** Without ranges that end now. */
  daysOnly?: boolean
}

export function RangePicker({ chosen, range, today, onChange, daysOnly }: RangePickerProps) {
  const [open, setOpen] = useState(false)
  const offered = daysOnly ? presets.filter((one) => !(one.range in hours)) : presets
  const preset = offered.find((one) => one.range === chosen)
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
          {offered.map(({ range: name, label }) => (
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

const CustomFields = z.object({ from: z.string(), to: z.string() }).superRefine(({ from, to }, context) => {
  const problem = rangeProblem(from, to)
  if (problem) context.addIssue({ code: 'custom', path: ['to'], message: problem })
})

/** A range from and to any days. */
function CustomRange({ range, today, onApply }: CustomRangeProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(CustomFields),
    defaultValues: { from: range.start, to: range.end },
  })
  const apply = handleSubmit((days) => onApply({ range: 'custom', ...days }))
  return (
    <form onSubmit={apply} noValidate className="flex flex-col gap-3 border-t border-line p-3">
      <FormText label="From" registration={register('from')} type="date" max={today} />
      <FormText
        label="To"
        registration={register('to')}
        error={formState.errors.to?.message}
        type="date"
        max={today}
      />
      <Button type="submit">Show these days</Button>
    </form>
  )
}
