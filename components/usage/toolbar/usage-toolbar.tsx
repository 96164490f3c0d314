'use client'

import { Button } from '@/components/ui/button'
import type { UsageReply } from '@/lib/usage/schema'
import { keyLabels } from '../view/key-labels'
import type { UsageView } from '../view/usage-view'
import type { ZonedRange } from '../view/use-usage-range'
import type { ChangeView } from '../view/use-usage-view'
import { FilterSelect } from './filter-select'
import { RangePicker } from './range-picker'
import { ZonePicker } from './zone-picker'

type UsageToolbarProps = {
  view: UsageView
  zoned: ZonedRange | null
  /** Usage of the range before it is filtered, which says what can be filtered by. */
  all: UsageReply | undefined
  onChange: ChangeView
}

/** What the whole page is about: days, zone, model, key. */
export function UsageToolbar({ view, zoned, all, onChange }: UsageToolbarProps) {
  const models = all?.models.map(({ model_id, model_name }) => ({ value: model_id, label: model_name })) ?? []
  const keys = [...keyLabels(all?.api_keys ?? [])].map(([id, label]) => ({ value: id ?? 'console', label }))
  const filtered = view.model !== null || view.key !== null
  return (
    <search aria-label="Range and filters" className="flex flex-wrap items-center gap-2">
      <RangePicker
        chosen={view.range}
        range={zoned?.range ?? null}
        today={zoned?.today ?? ''}
        onChange={onChange}
      />
      <ZonePicker zone={zoned?.zone ?? null} onChange={(zone) => onChange({ zone })} />
      <FilterSelect
        name="Model"
        all="All models"
        options={models}
        value={view.model}
        onChange={(model) => onChange({ model })}
      />
      <FilterSelect
        name="Key"
        all="All keys"
        options={keys}
        value={view.key}
        onChange={(key) => onChange({ key })}
      />
      {filtered && (
        <Button variant="ghost" onClick={() => onChange({ model: null, key: null })}>
          Clear filters
        </Button>
      )}
    </search>
  )
}
