import { AppError } from '@/lib/platform/errors'
import { type CustomerSummary, presentCustomer } from './internal/customers/present-customer'
import { findCustomerRow } from './internal/customers/repository'

/** One customer and its people. Throws `not_found`. */
export async function readCustomer(id: string): Promise<CustomerSummary> {
  const row = await findCustomerRow(id)
  if (row === null) throw new AppError('not_found')
  return presentCustomer(row)
}
