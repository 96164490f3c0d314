'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Loaded, MoreItems } from '@/components/data/loaded'
import { RecentTime } from '@/components/data/relative-time'
import { OptionSelect } from '@/components/forms/option-select'
import { CsvLink } from '@/components/money/usage/csv-link'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Input } from '@/components/ui/input'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { AuditAction, AuditLine } from '@/lib/account/organizations/audit-schema'
import { type AuditFilters, auditLogQuery } from '@/lib/account/organizations/queries'
import { formatMoney } from '@/lib/client/format/money'
import { formatDateTime } from '@/lib/client/format/time'
import { apiPaths } from '@/lib/client/paths'

/** All actions by what they are called. */
type Actions = readonly { value: AuditAction; label: string }[]

const days = [
  ['from', 'First day (UTC)'],
  ['to', 'Last day (UTC)'],
] as const

/** The organization's audit log, newest first. */
export function AuditPanel({ actions }: { actions: Actions }) {
  const [filters, setFilters] = useState<AuditFilters>({})
  const query = useInfiniteQuery(auditLogQuery(filters))
  const labels = new Map(actions.map(({ value, label }) => [value, label]))
  const change = (changed: { [Name in keyof AuditFilters]: AuditFilters[Name] | undefined }) => {
    const entries = Object.entries({ ...filters, ...changed })
    setFilters(Object.fromEntries(entries.filter(([, value]) => value)))
  }
  return (
    <Panel>
      <PanelHeader
        title="Audit log"
        description="Changes to keys, members, limits, billing and webhooks. Entries are kept for 400 days."
        actions={<CsvLink path={apiPaths.organizationAudit} filters={filters} />}
      />
      <div className="flex flex-wrap items-center gap-2 border-b border-border px-4 py-2.5">
        <OptionSelect
          aria-label="Action"
          className="w-56"
          options={[{ value: 'all', label: 'All actions' }, ...actions]}
          value={filters.action ?? 'all'}
          onValueChange={(value) => change({ action: value === 'all' ? undefined : value })}
        />
        {days.map(([name, label]) => (
          <Input
            key={name}
            type="date"
            aria-label={label}
            title={label}
            className="w-36"
            value={filters[name] ?? ''}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      </div>
      <Loaded query={query} what="entries">
        {({ pages }) =>
          pages[0]?.data.length === 0 ? (
            <EmptyState icon={<ScrollText />} title="No entries" className="py-10" />
          ) : (
            <ol reversed aria-label="Entries" className="divide-y divide-border">
              {pages
                .flatMap(({ data }) => data)
                .map((line) => (
                  <Line key={line.id} line={line} said={labels.get(line.action) ?? line.action} />
                ))}
            </ol>
          )
        }
      </Loaded>
      <MoreItems list={query} />
    </Panel>
  )
}

type LineProps = { line: AuditLine; said: string }

function Line({ line, said }: LineProps) {
  const { at, actor, target, outcome } = line
  const details = describeFields(line)
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3 text-sm wrap-anywhere">
      <p className="flex flex-wrap items-center gap-x-1.5">
        {said}
        {target && (
          <span dir="auto" title={target.id} className={target.name ? 'font-medium' : 'font-mono text-xs'}>
            {target.name ?? target.id}
          </span>
        )}
        {outcome === 'started' && (
          <Badge tone="warning" title="The gateway stopped or failed before it recorded the outcome.">
            Started
          </Badge>
        )}
      </p>
      {details !== '' && (
        <p dir="auto" className="text-xs text-muted-foreground">
          {details}
        </p>
      )}
      <p title={actor.id ?? undefined} className="text-xs text-faint-foreground">
        {actor.kind === 'key' && 'API key '}
        {actor.name} · <RecentTime at={at} />
      </p>
    </li>
  )
}

/** `Limit: $5.00 · Limit reset: daily`; of fields whose values are not recorded, the names. The title has the name already. */
function describeFields({ action, fields, values, target }: AuditLine): string {
  const isNew = action.endsWith('.create')
  const texts = fields.flatMap((field) => {
    const value = values[field]
    if (value === undefined || (isNew && value === null) || (field === 'name' && value === target?.name))
      return []
    return `${nameOf(field)}: ${textOf(field, value)}`
  })
  const others = fields
    .filter((field) => values[field] === undefined)
    .map((field) => nameOf(field).toLowerCase())
  return [...texts, ...(others.length > 0 ? [`Also set: ${others.join(', ')}`] : [])].join(' · ')
}

/** `limit_usd` → `Limit`. */
function nameOf(field: string): string {
  const words = field.replace(/_usd$/, '').replaceAll('_', ' ').replace(/ id$/, ' ID')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(field: string, value: unknown): string {
  if (value === null) return 'none'
  if (Array.isArray(value)) return value.map((item) => textOf('', item)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/_usd$|^amount$/.test(field)) return formatMoney(value, 'exact')
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value) : value
}
