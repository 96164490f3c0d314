'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type DayRange, rangeProblem } from '../range/resolve-range'
import type { ChangeView } from '../view/use-usage-view'

type CustomRangeProps = { range: DayRange; today: string; onApply: ChangeView }

/** A range from and to any days. */
export function CustomRange({ range, today, onApply }: CustomRangeProps) {
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
