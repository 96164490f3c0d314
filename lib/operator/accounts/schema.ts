/**
 * The operator's accounts at providers: the balance that is left, and statements, which are compared with what was recorded at
 * cost.
 */
import { z } from 'zod'
import { ProviderKeyText } from '@/lib/catalog/credentials/schema'
import { UsdAmount } from '@/lib/money/ledger/schema'
import { Printable } from '@/lib/platform/fields'

const amount = z.string().regex(/^-?\d+\.\d{6,9}$/)

export const ProviderAccount = z.object({
  /** As last read; null: not read yet. */
  balance: z.object({ amount, currency: z.string(), read_at: z.iso.datetime() }).nullable(),
  /** Why the last read failed; null: it did not. */
  problem: z.string().nullable(),
  /** Operators are alerted below it, in the balance's currency; null: never. */
  alert_below: amount.nullable(),
  admin_key: z.object({ last_four: z.string() }).nullable(),
  /** Whether the provider tells its balance, and sends statements. */
  has_balance: z.boolean(),
  has_statements: z.boolean(),
})
export type ProviderAccount = z.infer<typeof ProviderAccount>

/** Omitted fields keep their value; null clears. */
export const ChangeAccountRequest = z.strictObject({
  alert_below: UsdAmount.nullable().optional(),
  admin_key: ProviderKeyText.nullable().optional(),
})
export type ChangeAccountRequest = z.infer<typeof ChangeAccountRequest>

/** One of the dearest requests behind a difference. */
const StatementRequest = z.object({
  id: z.string(),
  customer_id: z.string(),
  created_at: z.iso.datetime(),
  status: z.string(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  recorded: amount,
})

export const StatementRow = z.object({
  date: z.iso.date(),
  /** Null: no recorded model has the name that the provider uses. */
  model_id: z.string().nullable(),
  /** The provider's names for it. */
  billed_as: z.array(z.string()),
  billed: amount,
  recorded: amount,
  /** Whether they differ by more than one percent and one cent. */
  differs: z.boolean(),
  requests: z.array(StatementRequest),
})
export type StatementRow = z.infer<typeof StatementRow>

export const Statement = z.object({
  id: z.string(),
  provider_id: z.string(),
  source: z.enum(['file', 'api']),
  status: z.enum(['queued', 'done', 'failed']),
  problem: z.string().nullable(),
  /** UTC days, inclusive. */
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  billed: amount.nullable(),
  recorded: amount.nullable(),
  differences: z.int().nullable(),
  created_at: z.iso.datetime(),
})
export type Statement = z.infer<typeof Statement>

export const StatementList = z.object({ object: z.literal('list'), data: z.array(Statement) })

export const StatementDetail = Statement.extend({ rows: z.array(StatementRow) })
export type StatementDetail = z.infer<typeof StatementDetail>

/** Either a file, or days to fetch: by default the last 30. */
export const AddStatementRequest = z.strictObject({
  provider_id: Printable.min(1),
  /** The provider's export, or any CSV with a day, a model and a cost in US dollars. */
  csv: z.string().min(1).optional(),
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
})
export type AddStatementRequest = z.infer<typeof AddStatementRequest>
