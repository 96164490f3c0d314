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

function Line({ line: { at, actor, target, fields, values, outcome }, said }: LineProps) {
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
      {fields.length > 0 && (
        <p dir="auto" className="text-xs text-muted-foreground">
          {fields.map((field) => describeField(field, values[field])).join(' · ')}
        </p>
      )}
      <p title={actor.id ?? undefined} className="text-xs text-faint-foreground">
        {actor.kind === 'key' && 'API key '}
        {actor.name} · <RecentTime at={at} />
      </p>
    </li>
  )
}

/** `name staging`; the values of some fields are not recorded. */
function describeField(field: string, value: unknown): string {
  const text = value === null ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
  return `${field.replaceAll('_', ' ')} ${text ?? ''}`.trim()
}
