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
import { useMarks } from '../view/usage-marks'
import { useOwners } from '../view/usage-owners'
import { isFiltered, noFilters, type ZonedRange } from '../view/usage-range'
import {
  type ChangeView,
  keyLabels,
  memberLabel,
  projectLabel,
  readView,
  type UsageView,
  writeView,
} from '../view/usage-view'
import { RangePicker } from './range-picker'

type UsageToolbarProps = {
  view: UsageView
  zoned: ZonedRange | null
  /** Unfiltered usage of the range, which lists what can be filtered by. */
  all: UsageReply | undefined
  onChange: ChangeView
}

/** Range, time zone and filters of the whole page. */
export function UsageToolbar({ view, zoned, all, onChange }: UsageToolbarProps) {
  const models = all?.models.map(({ model_id, model_name }) => ({ value: model_id, label: model_name })) ?? []
  const keys = [...keyLabels(all?.api_keys ?? [])].map(([id, label]) => ({ value: id ?? 'console', label }))
  const filtered = isFiltered(view)
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
      {zoned && <OwnerFilters view={view} zoned={zoned} onChange={onChange} />}
      {zoned && <MarkFilters view={view} zoned={zoned} onChange={onChange} />}
      <SavedViews view={view} onChange={onChange} />
      {filtered && (
        <Button variant="ghost" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

/** By project and person, shown where there are any. */
function OwnerFilters({ view, zoned, onChange }: Omit<UsageToolbarProps, 'all'> & { zoned: ZonedRange }) {
  const { members, projects } = useOwners(view, zoned)
  const option = (id: string | null, label: string) => (id === null ? [] : [{ value: id, label }])
  return (
    <>
      {(view.project !== null || projects.length > 0) && (
        <FilterSelect
          name="Project"
          all="All projects"
          options={projects.flatMap((row) => option(row.project_id, projectLabel(row)))}
          value={view.project}
          onChange={(project) => onChange({ project })}
        />
      )}
      {(view.member !== null || members.length > 0) && (
        <FilterSelect
          name="Person"
          all="Everybody"
          options={members.flatMap((row) => option(row.member_id, memberLabel(row)))}
          value={view.member}
          onChange={(member) => onChange({ member })}
        />
      )}
    </>
  )
}

/** By one end user or one tag, since figures are kept for each by itself; shown where there are any. */
function MarkFilters({ view, zoned, onChange }: Omit<UsageToolbarProps, 'all'> & { zoned: ZonedRange }) {
  const { users, tags } = useMarks(view, zoned)
  const optionsOf = (values: typeof users) => values.map(({ value }) => ({ value, label: value }))
  return (
    <>
      {(view.user !== null || users.length > 0) && (
        <FilterSelect
          name="End user"
          all="All end users"
          options={optionsOf(users)}
          value={view.user}
          onChange={(user) => onChange({ user, tag: null })}
        />
      )}
      {(view.tag !== null || tags.length > 0) && (
        <FilterSelect
          name="Tag"
          all="All tags"
          options={optionsOf(tags)}
          value={view.tag}
          onChange={(tag) => onChange({ tag, user: null })}
        />
      )}
    </>
  )
}

type ZonePickerProps = {
  /** The current time zone; null until the browser's is known. */
  zone: string | null
  /** Null: the browser's time zone. */
  onChange: (zone: string | null) => void
}

/** The time zone of the days. */
function ZonePicker({ zone, onChange }: ZonePickerProps) {
  return (
    <PopoverButton
      label="Time zone"
      className="w-64"
      button={
        <Button variant="outline" aria-label={`Time zone: ${zone ?? 'yours'}`}>
          <Globe className="text-faint-foreground" aria-hidden="true" />
          <span className="max-w-40 min-w-20 truncate text-left">{zone?.replaceAll('_', ' ')}</span>
        </Button>
      }
    >
      {(close) => (
        <SearchList items={listZones()} label="Search zones" empty="No matching time zone.">
          {({ id, name }) => (
            <button
              type="button"
              aria-pressed={id === zone}
              onClick={() => {
                onChange(id === browserZone() ? null : id)
                close()
              }}
              className={cn(
                'flex min-h-7.5 w-full items-center justify-between gap-3 rounded-sm px-2 text-left text-sm hover:bg-accent focus-visible:-outline-offset-2 pointer-coarse:min-h-10',
                id === zone && 'bg-secondary font-medium',
              )}
            >
              <span className="truncate">{name}</span>
              {id === browserZone() && (
                <span className="shrink-0 text-xs font-normal text-faint-foreground">Yours</span>
              )}
            </button>
          )}
        </SearchList>
      )}
    </PopoverButton>
  )
}

const ViewList = lazy(async () => ({ default: (await import('./saved-views')).ViewList }))

/** Opens a saved view, or saves the current one. */
function SavedViews({ view, onChange }: { view: UsageView; onChange: ChangeView }) {
  return (
    <PopoverButton
      label="Saved views"
      className="w-72"
      button={
        <Button variant="outline">
          <Bookmark className="text-faint-foreground" aria-hidden="true" />
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

/** The browser's time zone and UTC first, then all others by name. */
function listZones() {
  const ids = new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])
  return [...ids].map((id) => ({ id, name: id.replaceAll('_', ' ') }))
}

/** Stands for no filter, since Radix accepts no empty value; no model, key, status or modality has this name. */
const ALL = ' all'

type FilterSelectProps<Value extends string> = {
  /** The accessible name: `Model`. */
  name: string
  /** The option without a filter: `All models`. */
  all: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
}

/** Filters a list by one value. */
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
    // The value in the URL is an option even where no usage has it.
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
        value !== null && 'border-brand-border bg-brand-soft',
      )}
    />
  )
}
