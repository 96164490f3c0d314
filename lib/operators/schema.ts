import { z } from 'zod'
import { Printable, queryNumber } from '@/lib/platform/fields'

/**
 * Operators run the installation: they switch providers and models, set prices, look after customers, the queue and the
 * ledger. Whatever one of them changes is an *audit entry*, written in the transaction of the change itself.
 */

export const SubjectType = z.enum(['provider', 'model', 'route', 'customer', 'job', 'benchmark'])
export type SubjectType = z.infer<typeof SubjectType>

/** What an operator can do to something; the past has no others. */
export const AuditAction = z.enum([
  'provider.enable',
  'provider.disable',
  'model.enable',
  'model.disable',
  'model.order_routes',
  'route.enable',
  'route.disable',
  'route.add_price',
  'customer.credit',
  'customer.debit',
  'customer.suspend',
  'customer.resume',
  'customer.reset_link',
  'job.retry',
  'job.discard',
  'benchmark.start',
  'benchmark.cancel',
  'benchmark.resume',
  'benchmark.import',
  'benchmark.withdraw',
])
export type AuditAction = z.infer<typeof AuditAction>

const state = z.record(z.string(), z.unknown()).nullable()

export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  user: z.object({ id: z.string(), email: z.string() }),
  action: AuditAction,
  subject: z.object({ type: SubjectType, id: z.string() }),
  before: state,
  after: state,
  /** In the operator's own words, where they were asked for. */
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

export const AuditPage = z.object({
  items: z.array(AuditEntry),
  next_cursor: z.string(),
  has_more: z.boolean(),
})
export type AuditPage = z.infer<typeof AuditPage>
