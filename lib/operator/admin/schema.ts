import { z } from 'zod'
import { itemsReply, Printable, queryNumber } from '@/lib/platform/fields'
import { Delivery } from '@/lib/work/deliveries/schema'

/**
 * Operators run the installation: they switch providers and models, set prices, look after customers, the queue and the
 * ledger. Whatever one of them changes is an *audit entry*, written in the transaction of the change itself.
 */

export const SubjectType = z.enum(['provider', 'model', 'route', 'customer', 'job', 'benchmark', 'settings'])
export type SubjectType = z.infer<typeof SubjectType>

/** What an operator can do to something; the past has no others. */
export const AuditAction = z.enum([
  'provider.enable',
  'provider.disable',
  'provider.add',
  'provider.change',
  'provider.remove',
  'provider.add_key',
  'provider.replace_key',
  'provider.remove_key',
  'model.enable',
  'model.disable',
  'model.order_routes',
  'model.add',
  'model.change',
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
  'customer.reset_link',
  'customer.reset_second_factor',
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
    /** What it is called now, or was at last; null where it has no name. */
    name: z.string().nullable(),
  }),
  before: state,
  after: state,
  /** What the models, providers and settings in `before` and `after` are called, by id. */
  names: z.record(z.string(), z.string()),
  /** In the operator's own words, where a reason is required. */
  reason: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditQuery = z.object({
  limit: queryNumber(1, 100, 50),
  /** The last id of the page before. */
  cursor: Printable.max(100).default(''),
  subject_type: SubjectType.optional(),
  subject_id: Printable.max(300).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditPage = itemsReply(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

/** The installation's present state, and what of it needs attention. */

export const Attention = z.object({
  /** What it is about. */
  kind: z.enum(['process', 'storage', 'provider', 'queue', 'ledger', 'customer', 'catalog', 'price']),
  severity: z.enum(['danger', 'warning', 'info']),
  title: z.string(),
  detail: z.string(),
  /** A provider's id, where it is about one. */
  subject: z.string().nullable(),
  /** Where that is known. */
  since: z.iso.datetime().nullable(),
  /** Operators were notified by mail and webhook. */
  is_alerted: z.boolean(),
  /** The page of the console where something can be done. */
  action: z.object({ label: z.string(), path: z.string() }).nullable(),
})
export type Attention = z.infer<typeof Attention>

export const OverviewReply = z.object({
  as_of: z.string(),
  /** The most urgent first. */
  attention: z.array(Attention),
  /** How operators are notified of it when they are not looking here. */
  alert_ways: z.array(z.enum(['mail', 'webhook'])),
  processes: z.array(
    z.object({ id: z.string(), role: z.string(), started_at: z.string(), heartbeat_at: z.string() }),
  ),
  storage: z.enum(['operational', 'down']),
  providers: z.object({
    total: z.int(),
    /** Switched on and with their key. */
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

/** The queue of background work: how much there is of what, and the jobs that failed. */

export const JobState = z.enum(['waiting', 'deferred', 'active', 'failed', 'completed'])
export type JobState = z.infer<typeof JobState>

export const QueueCounts = z.object({
  name: z.string(),
  /** Due, and no worker has claimed it yet. */
  waiting: z.int(),
  /** Its time has not come. */
  deferred: z.int(),
  active: z.int(),
  failed: z.int(),
  /** Those that are still kept. */
  completed: z.int(),
  /** Since when the oldest waiting one is due. */
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
  /** What it was put into the queue with: ids, no contents. */
  payload: z.unknown(),
  /** Why the last try failed. */
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

/** A check of the ledger: everything is added up anew and compared with what is kept beside it. */

const usd = z.string().regex(/^-?\d+\.\d{6,9}$/)

export const LedgerProblem = z.object({
  kind: z.enum(['balance_differs', 'held_differs', 'sum_not_zero', 'hold_without_owner']),
  /** Whom or what it is about: a customer or a hold; null: all together. */
  subject: z.string().nullable(),
  /** The customer's name; null: it is about none, or about one that was deleted. */
  subject_name: z.string().nullable().default(null),
  detail: z.string(),
})
export type LedgerProblem = z.infer<typeof LedgerProblem>

export const LedgerFindings = z.object({
  entries: z.int(),
  customers: z.int(),
  open_holds: z.int(),
  /** What all customers have by the entries, and what the system's accounts gave and took: together nothing. */
  customers_sum: usd,
  system_sum: usd,
  /** The system's, one by one. Checks from before they were distinguished have none. */
  accounts: z.array(z.object({ account: z.string(), balance: usd })).default([]),
  /** At most a few hundred; the first are enough to look for the reason. */
  problems: z.array(LedgerProblem),
})
export type LedgerFindings = z.infer<typeof LedgerFindings>

export const LedgerCheck = z.object({
  id: z.string(),
  cause: z.enum(['schedule', 'operator']),
  /** `interrupted`: its process died. One that an operator requested is then made by another. */
  status: z.enum(['running', 'passed', 'failed', 'interrupted']),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  findings: LedgerFindings.nullable(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

export const LedgerChecks = z.object({ object: z.literal('list'), data: z.array(LedgerCheck) })
export type LedgerChecks = z.infer<typeof LedgerChecks>

/** Where operators' alerts are posted: what signs them, and what came of the latest. */
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
