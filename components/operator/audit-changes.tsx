import { jobTitle } from '@/components/operator/job-words'
import { type RateName, rates } from '@/components/operator/models/price-lines'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatDateTime } from '@/lib/client/format/time'
import type { AuditEntry } from '@/lib/operator/admin/schema'

/** The changed fields with their values before and after; all fields where something was added or removed. */
export function AuditChanges({ entry: { before, after, names } }: { entry: AuditEntry }) {
  const [was, is] = [fieldsOf(before, names), fieldsOf(after, names)]
  const all = [...new Set([...was.keys(), ...is.keys()])]
  const isChange = before !== null && after !== null
  const changed = isChange ? all.filter((field) => was.get(field) !== is.get(field)) : all
  if (changed.length === 0) return <p className="text-sm text-faint">No details were recorded.</p>
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
            <TableCell className="align-top whitespace-normal text-muted wrap-anywhere">
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
const moneyFields = new Set(['available', 'amount', 'max_cost_usd', 'TRIAL_CREDIT_USD'])

const labels: Readonly<Record<string, string>> = {
  enabled: 'Status',
  provider_id: 'Provider',
  model_id: 'Model',
  base_url: 'Base URL',
  available: 'Available balance',
  suspended_at: 'Suspended since',
  aigc_groups: 'Virtual people',
  expires_at: 'Expires',
  valid_from: 'Effective from',
  max_cost_usd: 'Maximum cost',
  ledger_key: 'Ledger entry',
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
