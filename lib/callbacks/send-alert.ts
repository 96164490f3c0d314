import type { Transaction } from '@/lib/platform/transaction'
import { createDelivery } from './internal/create-delivery'
import { findSettings } from './repository'

export type Alert = {
  customerId: string
  /** Such as `balance.low`; the body's `type`. */
  event: string
  /** What it is about: one event about one subject is sent once. */
  subject: string
  data: Readonly<Record<string, unknown>>
  /** The one that makes the event true. */
  transaction: Transaction
}

/** Puts an event on its way to the customer's alert URL. False when there is none, or when it was sent before. */
export async function sendAlert({ transaction, ...alert }: Alert): Promise<boolean> {
  const settings = await findSettings(alert.customerId, transaction)
  const url = settings?.alertUrl ?? null
  if (url === null) return false
  return (await createDelivery({ ...alert, url, taskId: null }, transaction)) !== undefined
}
