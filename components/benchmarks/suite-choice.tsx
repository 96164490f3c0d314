'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { suitesQuery } from '@/lib/benchmarks/queries'
import { SuiteId, suiteCategories } from '@/lib/benchmarks/schema'

type SuiteChoiceProps = { value: readonly SuiteId[]; onValueChange: (suites: SuiteId[]) => void }

/** Which suites are asked; each says what it is about. */
export function SuiteChoice({ value, onValueChange }: SuiteChoiceProps) {
  const suites = useQuery(suitesQuery())
  const baseId = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-ink">Suites</legend>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {SuiteId.options.map((id) => {
          const suite = suites.data?.data.find((one) => one.id === id)
          const controlId = `${baseId}-${id}`
          return (
            <div key={id} className="flex items-start gap-2.5">
              <Checkbox
                id={controlId}
                className="mt-0.5"
                checked={value.includes(id)}
                onCheckedChange={(on) =>
                  onValueChange(
                    SuiteId.options.filter((one) => (one === id ? on === true : value.includes(one))),
                  )
                }
              />
              <label htmlFor={controlId} className="min-w-0 text-sm text-ink">
                {suiteCategories[id]}
                <span className="block min-h-8 text-xs text-faint">
                  {suite && `${suite.items} items, version ${suite.version}. ${suite.description}`}
                </span>
              </label>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
