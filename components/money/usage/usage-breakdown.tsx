'use client'

import { useState } from 'react'
import { ShareBar } from '@/components/charts/share-bar'
import { Amount, decimalsIn } from '@/components/data/amount'
import { RowsSkeleton } from '@/components/data/loaded'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import type { UsageReply } from '@/lib/money/usage/schema'
import { formatAmount, type UsageFigures, type UsedAmounts } from './figures'
import { useMarks } from './view/usage-marks'
import { useOwners } from './view/usage-owners'
import type { ZonedRange } from './view/usage-range'
import { type ChangeView, keyLabels, memberLabel, projectLabel, type UsageView } from './view/usage-view'

type UsageBreakdownProps = { usage: UsageReply | undefined; onChange: ChangeView }

export function UsageBreakdown({ usage, onChange }: UsageBreakdownProps) {
  const labels = keyLabels(usage?.api_keys ?? [])
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <BreakdownPanel
        title="By model"
        kind="Model"
        rows={usage?.models.map((row) => ({ ...row, id: row.model_id, name: row.model_name }))}
        onChoose={(model) => onChange({ model })}
      />
      <BreakdownPanel
        title="By key"
        kind="Key"
        rows={usage?.api_keys.map((row) => ({
          ...row,
          id: row.api_key_id ?? 'console',
          name: row.api_key_name ?? 'Console',
          label: labels.get(row.api_key_id) ?? 'Console',
        }))}
        onChoose={(key) => onChange({ key })}
      />
    </div>
  )
}

/** Who spent what: by project and by person, in organizations that have them. */
export function OwnerBreakdown({ view, zoned, onChange }: MarkBreakdownProps) {
  const { members, projects } = useOwners(view, zoned)
  if (members.length === 0 && projects.length === 0) return null
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {projects.length > 0 && (
        <BreakdownPanel
          title="By project"
          kind="Project"
          rows={projects.map((row) => ({ ...row, id: row.project_id, name: projectLabel(row) }))}
          onChoose={(project) => onChange({ project })}
        />
      )}
      {members.length > 0 && (
        <BreakdownPanel
          title="By person"
          kind="Person"
          rows={members.map((row) => ({ ...row, id: row.member_id, name: memberLabel(row) }))}
          onChoose={(member) => onChange({ member })}
        />
      )}
    </div>
  )
}

type MarkBreakdownProps = { view: UsageView; zoned: ZonedRange; onChange: ChangeView }

/** The end users and tags with the highest cost. */
export function MarkBreakdown({ view, zoned, onChange }: MarkBreakdownProps) {
  const { users, tags, unlisted } = useMarks(view, zoned)
  // Most accounts have neither.
  if (users.length === 0 && tags.length === 0) return null
  const rowsOf = (values: typeof users) => values.map((row) => ({ ...row, id: row.value, name: row.value }))
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <BreakdownPanel
        title="By end user"
        kind="End user"
        rows={rowsOf(users)}
        onChoose={(user) => onChange({ user })}
      />
      <BreakdownPanel title="By tag" kind="Tag" rows={rowsOf(tags)} onChoose={(tag) => onChange({ tag })} />
      {unlisted > 0 && (
        <p className="-mt-4 text-xs text-faint-foreground lg:col-span-2">
          Without {formatNumber(unlisted)} requests whose end user or tag came after the day’s limit of
          values.
        </p>
      )}
    </div>
  )
}

type BreakdownPanelProps = {
  title: string
  /** Heading of the name column: `Model`. */
  kind: string
  rows: readonly BreakdownRowData[] | undefined
  onChoose: (id: string) => void
}

const FEW = 6

/** Cost by model or key, highest first. Clicking a name filters the page by it. */
function BreakdownPanel({ title, kind, rows, onChoose }: BreakdownPanelProps) {
  const [all, setAll] = useState(false)
  const decimals = decimalsIn(
    (rows ?? []).map(({ cost }) => cost),
    'sum',
  )
  const shown = all ? rows : rows?.slice(0, FEW)
  return (
    <Panel className="flex flex-col" aria-label={title}>
      <PanelHeader title={title} />
      {!shown && (
        <div className="pt-8">
          <RowsSkeleton what="the breakdown" rows={3} className="h-13" />
        </div>
      )}
      {shown?.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-muted-foreground">No usage in this period.</p>
      )}
      {shown && shown.length > 0 && (
        <div className="@container">
          <Table label={title} className="table-fixed">
            <TableHeader>
              <tr>
                <TableHead>{kind}</TableHead>
                <TableHead className="w-16 @min-[26rem]:w-32">
                  <span className="block w-10 text-right @min-[26rem]:w-auto @min-[26rem]:text-left">
                    Share
                  </span>
                </TableHead>
                <TableHead numeric className="hidden w-20 @min-[26rem]:table-cell">
                  Requests
                </TableHead>
                <TableHead numeric className="w-28">
                  Cost
                </TableHead>
              </tr>
            </TableHeader>
            <TableBody>
              {shown.map((row) => (
                <BreakdownRow key={row.id ?? 'rest'} row={row} decimals={decimals} onChoose={onChoose} />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {rows && rows.length > FEW && (
        <div className="mt-auto border-t border-border px-1.5 py-1.5">
          <Button variant="ghost" size="sm" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        </div>
      )}
    </Panel>
  )
}

type BreakdownRowData = UsageFigures &
  UsedAmounts & {
    /** Null: the rest, by which one cannot filter. */
    id: string | null
    name: string
    /** The name plus a suffix that tells it apart from others of that name; the suffix is never truncated. */
    label?: string
    /** 0–1 of the cost. */
    share: number
  }

// One decimal in every row, so that the column lines up.
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

type BreakdownRowProps = {
  row: BreakdownRowData
  /** Of all costs in the column. */
  decimals: number
  onChoose: (id: string) => void
}

function BreakdownRow({ row, decimals, onChoose }: BreakdownRowProps) {
  const label = row.label ?? row.name
  return (
    <PressableRow>
      <TableCell className="h-13">
        <button
          type="button"
          disabled={row.id === null}
          onClick={() => row.id !== null && onChoose(row.id)}
          title={row.id === null ? label : `Only ${label}`}
          className="press-line flex max-w-full rounded-xs text-left font-medium decoration-border-strong underline-offset-3 enabled:hover:underline"
        >
          <span dir="auto" className="truncate text-left">
            {row.name}
          </span>
          <span className="shrink-0 whitespace-pre">{label.slice(row.name.length)}</span>
        </button>
        <span className="figures block truncate text-xs text-faint-foreground" title={formatAmount(row)}>
          {formatAmount(row)}
        </span>
      </TableCell>
      <TableCell>
        <span className="flex items-center gap-2">
          <span className="hidden flex-1 @min-[26rem]:block">
            <ShareBar share={row.share} />
          </span>
          <span className="figures w-12 shrink-0 text-right text-xs text-muted-foreground">
            {percent.format(row.share)}
          </span>
        </span>
      </TableCell>
      <TableCell numeric className="hidden @min-[26rem]:table-cell">
        {formatNumber(row.requests)}
      </TableCell>
      <TableCell numeric title={formatMoney(row.cost, 'exact')}>
        <Amount usd={row.cost} at="sum" decimals={decimals} />
      </TableCell>
    </PressableRow>
  )
}
