import type { AuditAction } from '@/lib/operators/schema'

/** What was done, as it stands before the name of what it was done to. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  'provider.enable': 'Switched on provider',
  'provider.disable': 'Switched off provider',
  'model.enable': 'Switched on model',
  'model.disable': 'Switched off model',
  'model.order_routes': 'Ordered the routes of',
  'route.enable': 'Switched on route',
  'route.disable': 'Switched off route',
  'route.add_price': 'Priced route',
  'customer.credit': 'Credited',
  'customer.debit': 'Debited',
  'customer.suspend': 'Suspended',
  'customer.resume': 'Resumed',
  'customer.reset_link': 'Made a password link for',
  'job.retry': 'Retried job',
  'job.discard': 'Discarded job',
  'benchmark.start': 'Started benchmark',
  'benchmark.cancel': 'Cancelled benchmark',
  'benchmark.import': 'Imported benchmark',
  'benchmark.withdraw': 'Withdrew benchmark',
  'benchmark.resume': 'Resumed benchmark',
}
