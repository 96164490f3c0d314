'use client'

import { Bookmark, Globe } from 'lucide-react'
import { lazy } from 'react'
import { browserZone } from '@/components/data/browser'
import { type Option, OptionSelect } from '@/components/forms/option-select'
import { SearchList } from '@/components/forms/search-list'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { PopoverButton } from '@/components/ui/when-opened'
import type { UsageReply } from '@/lib/money/usage/schema'
import type { ZonedRange } from '../view/usage-range'
import { type ChangeView, keyLabels, readView, type UsageView, writeView } from '../view/usage-view'
import { RangePicker } from './range-picker'

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
      <SavedViews view={view} onChange={onChange} />
      {filtered && (
        <Button variant="ghost" onClick={() => onChange({ model: null, key: null })}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

type ZonePickerProps = {
  /** Where the days begin and end now; null until the browser has said. */
  zone: string | null
  /** Null: the browser's own. */
  onChange: (zone: string | null) => void
}

/** The zone whose days are counted. */
function ZonePicker({ zone, onChange }: ZonePickerProps) {
  return (
    <PopoverButton
      label="Time zone"
      className="w-64"
      button={
        <Button aria-label={`Time zone: ${zone ?? 'your own'}`}>
          <Globe className="text-faint" aria-hidden="true" />
          <span className="max-w-40 min-w-20 truncate text-left">{zone?.replaceAll('_', ' ')}</span>
        </Button>
      }
    >
      {(close) => (
        <SearchList items={listZones()} label="Search zones" empty="No such zone.">
          {({ id, name }) => (
            <button
              type="button"
              aria-pressed={id === zone}
              onClick={() => {
                onChange(id === browserZone() ? null : id)
                close()
              }}
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
      )}
    </PopoverButton>
  )
}

const ViewList = lazy(async () => ({ default: (await import('./saved-views')).ViewList }))

/** Views that were saved, and the way to save this one. */
function SavedViews({ view, onChange }: { view: UsageView; onChange: ChangeView }) {
  return (
    <PopoverButton
      label="Saved views"
      className="w-72"
      button={
        <Button>
          <Bookmark className="text-faint" aria-hidden="true" />
          Views
        </Button>
      }
    >
      {(close) => (
        <ViewList
          search={writeView({ ...view, request: null })}
          onChoose={(search) => {
            onChange(readView(new URLSearchParams(search)))
            close()
          }}
        />
      )}
    </PopoverButton>
  )
}

/** The reader's own and UTC first, then all others by name. */
function listZones() {
  const ids = new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...ids].map((id) => ({ id, name: id.replaceAll('_', ' ') }))
}

/** No model, key, status or modality is called so: Radix accepts no empty value. */
const ALL = ' all'

type FilterSelectProps<Value extends string> = {
  /** What is filtered by: `Model`. */
  name: string
  /** What stands there while nothing is filtered: `All models`. */
  all: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
}

/** Narrows a list to one of its kinds. */
export function FilterSelect<Value extends string>({
  name,
  all,
  options,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  const known = value === null || options.some((option) => option.value === value)
  const choices: Option<Value | typeof ALL>[] = [
    { value: ALL, label: all },
    ...options,
    // What the address asks for is said even where nothing is found of it.
    ...(known ? [] : [{ value, label: value }]),
  ]
  return (
    <OptionSelect
      aria-label={name}
      options={choices}
      value={value ?? ALL}
      onValueChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
      className={cn(
        'w-auto max-w-52 pointer-coarse:text-sm',
        value !== null && 'border-accent-line bg-accent-soft',
      )}
    />
  )
}
