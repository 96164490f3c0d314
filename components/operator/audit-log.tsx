'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, ScrollText } from 'lucide-react'
import { useId, useState } from 'react'
import { type RateName, rates } from '@/components/catalog/models/price'
import { Loaded, MoreItems } from '@/components/data/loaded'
import { RecentTime } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { jobTitle } from '@/components/operator/job-names'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatDateTime } from '@/lib/client/format/time'
import { auditQuery } from '@/lib/operator/admin/queries'
import type { AuditAction, AuditEntry, SubjectType } from '@/lib/operator/admin/schema'

const subjects = [
  { value: 'all', label: 'All subjects' },
  { value: 'provider', label: 'Providers' },
  { value: 'model', label: 'Models' },
  { value: 'route', label: 'Routes and prices' },
  { value: 'customer', label: 'Customers' },
  { value: 'price_group', label: 'Price groups' },
  { value: 'job', label: 'Jobs' },
  { value: 'benchmark', label: 'Benchmarks' },
  { value: 'settings', label: 'Settings' },
] as const

export function AuditPage() {
  const subject = useOption(subjects, 'all')
  return (
    <Page>
      <PageHeader
        title="Audit log"
        description="Every change made by an operator, with the values before and after. Entries cannot be edited."
        actions={<OptionSelect aria-label="Subject" className="w-40" {...subject} />}
      />
      <AuditPanel subjectType={subject.value === 'all' ? undefined : subject.value} />
    </Page>
  )
}

type AuditPanelProps = {
  title?: string
  subjectType?: SubjectType | undefined
  subjectId?: string | undefined
}

/** Audit entries, newest first; each opens to the values before and after. */
export function AuditPanel({ title, subjectType, subjectId }: AuditPanelProps) {
  const query = useInfiniteQuery(auditQuery({ subjectType, subjectId }))
  return (
    <Panel>
      {title && <PanelHeader title={title} />}
      <Loaded query={query} what="entries" rows={subjectId ? 2 : 6}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items)
          if (entries.length === 0)
            return (
              <EmptyState
                icon={<ScrollText />}
                title="No changes yet"
                description="Changes made by operators are listed here."
                className="py-10"
              />
            )
          return (
            <ol reversed className="divide-y divide-border">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <AuditItem entry={entry} />
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
      <MoreItems list={query} />
    </Panel>
  )
}

/** One change: a line that says what was done, and the values before and after when it is opened. */
function AuditItem({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-2.5 px-4 py-3 text-left text-sm hover:bg-accent/60 focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            'mt-0.5 size-3.5 shrink-0 text-faint-foreground transition-transform',
            isOpen && 'rotate-90',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="block">
            {actionLabels[entry.action]} <SubjectName subject={entry.subject} />
          </span>
          {entry.reason && <span className="block break-words text-muted-foreground">“{entry.reason}”</span>}
          <span className="block truncate text-xs text-faint-foreground">
            {entry.user.email} · <RecentTime at={entry.at} />
          </span>
        </span>
      </button>
      <div id={contentId} hidden={!isOpen} className="px-4 pb-4 pl-10">
        {isOpen && (
          <>
            <p className="mb-2 text-xs text-faint-foreground">
              {formatDateTime(entry.at)} · <span className="font-mono break-all">{entry.subject.id}</span>
            </p>
            <AuditChanges entry={entry} />
          </>
        )}
      </div>
    </>
  )
}

/** The name of the changed subject, or its id where it has no name. */
function SubjectName({ subject: { type, id, name } }: Pick<AuditEntry, 'subject'>) {
  if (name === null && type === 'settings') return id
  if (name === null) return <span className="font-mono text-xs break-all">{id}</span>
  return (
    <span dir="auto" className="font-medium wrap-anywhere">
      {type === 'job' ? `“${jobTitle(name)}”` : name}
    </span>
  )
}

/** What was done; the name of its subject follows. */
const actionLabels: Readonly<Record<AuditAction, string>> = {
  'provider.enable': 'Enabled provider',
  'provider.disable': 'Disabled provider',
  'provider.add': 'Added provider',
  'provider.change': 'Changed provider',
  'provider.remove': 'Removed provider',
  'provider.add_key': 'Added a key to provider',
  'provider.replace_key': 'Replaced a key of provider',
  'provider.remove_key': 'Removed a key of provider',
  'provider.change_account': 'Changed the account at provider',
  'model.enable': 'Enabled model',
  'model.disable': 'Disabled model',
  'model.order_routes': 'Changed the route order of',
  'model.add': 'Added model',
  'model.change': 'Changed model',
  'model.limit': 'Changed the limits of model',
  'model.remove': 'Deleted model',
  'route.add': 'Added a route to',
  'route.change': 'Changed route',
  'route.remove': 'Deleted route',
  'route.enable': 'Enabled route',
  'route.disable': 'Disabled route',
  'route.add_price': 'Set a price for',
  'customer.credit': 'Credited',
  'customer.debit': 'Debited',
  'customer.suspend': 'Suspended',
  'customer.resume': 'Resumed',
  'customer.allow_aigc_groups': 'Allowed virtual people for',
  'customer.refuse_aigc_groups': 'Disallowed virtual people for',
  'customer.limit': 'Changed the limits of',
  'customer.reset_link': 'Created a password link for',
  'customer.reset_second_factor': 'Turned off two-factor authentication for',
  'customer.set_price_group': 'Changed the price group of',
  'price_group.add': 'Added price group',
  'price_group.change': 'Changed price group',
  'price_group.remove': 'Deleted price group',
  'job.retry': 'Retried',
  'job.discard': 'Discarded',
  'benchmark.start': 'Started a benchmark of',
  'benchmark.cancel': 'Cancelled the benchmark of',
  'benchmark.import': 'Imported scores for',
  'benchmark.withdraw': 'Removed imported scores for',
  'benchmark.resume': 'Resumed the benchmark of',
  'settings.change': 'Changed',
  'settings.set_logo': 'Set the logo of the',
  'settings.remove_logo': 'Removed the logo of the',
}

/** The changed fields with their values before and after; all fields where something was added or removed. */
export function AuditChanges({ entry: { before, after, names } }: { entry: AuditEntry }) {
  const [was, is] = [fieldsOf(before, names), fieldsOf(after, names)]
  const all = [...new Set([...was.keys(), ...is.keys()])]
  const isChange = before !== null && after !== null
  const changed = isChange ? all.filter((field) => was.get(field) !== is.get(field)) : all
  if (changed.length === 0) return <p className="text-sm text-faint-foreground">No details were recorded.</p>
  return (
    <Table label="Changes" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[34%]">Field</TableHead>
          {before !== null && <TableHead>Before</TableHead>}
          {after !== null && <TableHead>After</TableHead>}
        </tr>
      </TableHeader>
      <TableBody>
        {changed.map((field) => (
          <TableRow key={field}>
            <TableCell className="align-top whitespace-normal text-muted-foreground wrap-anywhere">
              {labelOf(field, names)}
            </TableCell>
            {before !== null && <Value text={was.get(field)} />}
            {after !== null && <Value text={is.get(field)} />}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Value({ text = 'None' }: { text: string | undefined }) {
  return (
    <TableCell dir="auto" className="figures text-left align-top whitespace-pre-line wrap-anywhere">
      {text}
    </TableCell>
  )
}

type Fields = Map<string, string>

/** Shown for a setting that is not set in the console. */
const ENVIRONMENT = 'From the environment'

/** A state as fields and their values as text; a nested field has the full path as its name: `pricing.prompt`. */
function fieldsOf(state: AuditEntry['before'], names: AuditEntry['names'], within = ''): Fields {
  return new Map(
    Object.entries(state ?? {}).flatMap(([name, value]): [string, string][] => {
      const field = within + name
      if (isRecord(value)) return [...fieldsOf(value, names, `${field}.`)]
      if (value === null && isSetting(field)) return [[field, ENVIRONMENT]]
      return [[field, formatValue(field, value, names)]]
    }),
  )
}

/** A setting is named like its environment variable. */
const isSetting = (field: string) => /^[A-Z_]+$/.test(field)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function formatValue(field: string, value: unknown, names: AuditEntry['names']): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item, names)).join('\n') || 'None'
  if (isRecord(value) && 'label' in value && 'url' in value) return `${value.label}: ${value.url}`
  if (isRecord(value))
    return [...fieldsOf(value, names)]
      .map(([name, text]) => (idFields.has(name) ? text : `${labelOf(name, names).toLowerCase()} ${text}`))
      .join(', ')
  if (typeof value === 'boolean')
    return field === 'enabled' ? (value ? 'Enabled' : 'Disabled') : value ? 'Yes' : 'No'
  const text = String(value)
  if (idFields.has(field)) return names[text] ?? text
  if (field === 'queue') return jobTitle(text)
  const rate = rateOf(field)
  if (rate)
    return `${rate.per === 'million' ? formatPerMillion(text) : formatMoney(text, 'exact')} ${rate.unit}`
  if (moneyFields.has(field)) return formatMoney(text, 'exact')
  const [, set] = /^\(secret, set (\S+)\)$/.exec(text) ?? []
  if (set) return `Secret, set ${formatDateTime(set)}`
  return /^\d{4}-\d\d-\d\dT/.test(text) ? formatDateTime(text) : text
}

const idFields = new Set(['provider_id', 'model_id', 'model'])
const moneyFields = new Set(['available', 'amount', 'max_cost_usd', 'spent_usd', 'TRIAL_CREDIT_USD'])

const labels: Readonly<Record<string, string>> = {
  enabled: 'Status',
  provider_id: 'Provider',
  model_id: 'Model',
  base_url: 'Base URL',
  available: 'Available balance',
  suspended_at: 'Suspended since',
  aigc_groups: 'Virtual people',
  rate_limit_tpm: 'Tokens per minute',
  max_concurrency: 'Requests at once',
  expires_at: 'Expires',
  valid_from: 'Effective from',
  max_cost_usd: 'Maximum cost',
  ledger_key: 'Ledger entry',
  spent_usd: 'From',
  user_id: 'User',
}

function labelOf(field: string, names: AuditEntry['names']): string {
  const rate = rateOf(field)
  if (rate) return field.startsWith('cost.') ? `${rate.label}, cost` : rate.label
  const words = field.replace(/[._]/g, ' ')
  return names[field] ?? labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** The rate that a field of a price or cost stands for. */
function rateOf(field: string) {
  const name = field.replace(/^(pricing|cost)\./, '')
  return name !== field && isRate(name) ? rates[name] : undefined
}

const isRate = (name: string): name is RateName => name in rates
