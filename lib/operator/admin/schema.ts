import { z } from 'zod'
import { Setup } from '@/lib/operator/settings/schema'
import { itemsReply, Printable, queryNumber } from '@/lib/platform/fields'
import { Delivery } from '@/lib/work/deliveries/schema'

/**
 * Operators run the installation: they manage providers, models, prices, customers, the queue and the ledger. Every change
 * is recorded as an *audit entry* in the same transaction.
 */

export const SubjectType = z.enum([
  'provider',
  'model',
  'route',
  'customer',
  'price_group',
  'job',
  'benchmark',
  'settings',
])
export type SubjectType = z.infer<typeof SubjectType>

/** Every action that is recorded. Old entries have no others. */
export const AuditAction = z.enum([
  'provider.enable',
  'provider.disable',
  'provider.add',
  'provider.change',
  'provider.remove',
  'provider.add_key',
  'provider.replace_key',
  'provider.remove_key',
  'provider.change_account',
  'model.enable',
  'model.disable',
  'model.order_routes',
  'model.add',
  'model.change',
  'model.limit',
  'model.remove',
  'route.add',
  'route.change',
  'route.remove',
  'route.enable',
  'route.disable',
  'route.add_price',
  'customer.credit',
  'customer.debit',
  'customer.suspend',
  'customer.resume',
  'customer.allow_aigc_groups',
  'customer.refuse_aigc_groups',
  'customer.limit',
  'customer.reset_link',
  'customer.reset_second_factor',
  'customer.set_price_group',
  'price_group.add',
  'price_group.change',
  'price_group.remove',
  'job.retry',
  'job.discard',
  'benchmark.start',
  'benchmark.cancel',
  'benchmark.resume',
  'benchmark.import',
  'benchmark.withdraw',
  'settings.change',
  'settings.set_logo',
  'settings.remove_logo',
])
export type AuditAction = z.infer<typeof AuditAction>

const state = z.record(z.string(), z.unknown()).nullable()

export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  user: z.object({ id: z.string(), email: z.string() }),
  action: AuditAction,
  subject: z.object({
    type: SubjectType,
    id: z.string(),
    /** The present or last name; null where the subject has none. */
    name: z.string().nullable(),
  }),
  before: state,
  after: state,
  /** Names of the models, providers and settings in `before` and `after`, by id. */
  names: z.record(z.string(), z.string()),
  /** The operator's reason, for actions that require one. */
  reason: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({
  limit: queryNumber(1, 100, 50),
  /** The last id of the previous page. */
  cursor: Printable.max(100).default(''),
  subject_type: SubjectType.optional(),
  subject_id: Printable.max(300).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditPage = itemsReply(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

/** The state of the installation, and what needs attention. */

export const Attention = z.object({
  kind: z.enum(['process', 'storage', 'provider', 'queue', 'ledger', 'customer', 'catalog', 'price']),
  severity: z.enum(['danger', 'warning', 'info']),
  title: z.string(),
  detail: z.string(),
  /** The provider's id; null for other kinds. */
  subject: z.string().nullable(),
  /** Null where it is not known. */
  since: z.iso.datetime().nullable(),
  /** Operators were alerted by mail or webhook. */
  is_alerted: z.boolean(),
  /** The console page where it can be resolved. */
  action: z.object({ label: z.string(), path: z.string() }).nullable(),
})
export type Attention = z.infer<typeof Attention>

export const OverviewReply = z.object({
  as_of: z.string(),
  /** Most urgent first. */
  attention: z.array(Attention),
  setup: Setup,
  /** The channels by which operators are alerted. */
  alert_ways: z.array(z.enum(['mail', 'webhook'])),
  processes: z.array(
    z.object({ id: z.string(), role: z.string(), started_at: z.string(), heartbeat_at: z.string() }),
  ),
  storage: z.enum(['operational', 'down']),
  providers: z.object({
    total: z.int(),
    /** Enabled and with a key. */
    in_service: z.int(),
    not_configured: z.int(),
    disabled: z.int(),
    troubled: z.int(),
  }),
  models: z.object({ total: z.int(), callable: z.int() }),
  customers: z.object({ total: z.int(), suspended: z.int() }),
  queue: z.object({
    waiting: z.int(),
    active: z.int(),
    failed: z.int(),
    waiting_since: z.string().nullable(),
  }),
  ledger: z
    .object({
      status: z.enum(['running', 'passed', 'failed']),
      started_at: z.string(),
      problem_count: z.int(),
    })
    .nullable(),
})
export type OverviewReply = z.infer<typeof OverviewReply>

/** The job queue: counts by queue and state, and single jobs. */

export const JobState = z.enum(['waiting', 'deferred', 'active', 'failed', 'completed'])
export type JobState = z.infer<typeof JobState>

export const QueueCounts = z.object({
  name: z.string(),
  /** Due, and no worker has claimed it yet. */
  waiting: z.int(),
  /** Not due yet. */
  deferred: z.int(),
  active: z.int(),
  failed: z.int(),
  /** Completed jobs that are not deleted yet. */
  completed: z.int(),
  /** When the oldest waiting job became due. */
  waiting_since: z.string().nullable(),
})
export type QueueCounts = z.infer<typeof QueueCounts>

export const QueueReply = z.object({
  queues: z.array(QueueCounts),
  totals: QueueCounts.omit({ name: true }),
})
export type QueueReply = z.infer<typeof QueueReply>

export const Job = z.object({
  id: z.string(),
  queue: z.string(),
  state: JobState,
  /** Ids only, no customer content. */
  payload: z.unknown(),
  /** Why the last attempt failed. */
  error: z.object({ message: z.string(), stack: z.string().nullable() }).nullable(),
  tries: z.int(),
  max_tries: z.int(),
  created_at: z.string(),
  due_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type Job = z.infer<typeof Job>

export const JobsQuery = z.object({
  state: JobState.default('failed'),
  queue: Printable.max(100).optional(),
  limit: queryNumber(1, 100, 25),
  offset: queryNumber(0, 1_000_000, 0),
})
export type JobsQuery = z.infer<typeof JobsQuery>

export const JobPage = z.object({ items: z.array(Job), has_more: z.boolean() })
export type JobPage = z.infer<typeof JobPage>

export const JobParams = z.object({ id: Printable })

export const JobReply = z.object({ id: z.string(), queue: z.string() })
export type JobReply = z.infer<typeof JobReply>

/** A ledger check sums all entries and holds again and compares them with the stored balances. */

const usd = z.string().regex(/^-?\d+\.\d{6,9}$/)

export const LedgerProblem = z.object({
  kind: z.enum(['balance_differs', 'held_differs', 'sum_not_zero', 'month_differs', 'hold_without_owner']),
  /** The id of a customer or a hold; null where all accounts are concerned. */
  subject: z.string().nullable(),
  /** The customer's name; null for other subjects and deleted customers. */
  subject_name: z.string().nullable().default(null),
  detail: z.string(),
})
export type LedgerProblem = z.infer<typeof LedgerProblem>

export const LedgerFindings = z.object({
  entries: z.int(),
  customers: z.int(),
  open_holds: z.int(),
  /** The sums of all customers' entries and of all system accounts. Together they are zero. */
  customers_sum: usd,
  system_sum: usd,
  /** The balance of each system account. Checks of older versions have none. */
  accounts: z.array(z.object({ account: z.string(), balance: usd })).default([]),
  /** At most a few hundred. */
  problems: z.array(LedgerProblem),
})
export type LedgerFindings = z.infer<typeof LedgerFindings>

export const LedgerCheck = z.object({
  id: z.string(),
  cause: z.enum(['schedule', 'operator']),
  /** `interrupted`: its process died. A check that an operator started is then run by another process. */
  status: z.enum(['running', 'passed', 'failed', 'interrupted']),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  findings: LedgerFindings.nullable(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

export const LedgerChecks = z.object({ object: z.literal('list'), data: z.array(LedgerCheck) })
export type LedgerChecks = z.infer<typeof LedgerChecks>

/** The webhook of operator alerts: its signing secret and its latest deliveries. */
export const AlertWebhook = z.object({
  secret: z.string(),
  deliveries: z.array(
    Delivery.pick({ id: true, event: true, status: true, created_at: true }).extend({
      status_code: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type AlertWebhook = z.infer<typeof AlertWebhook>
