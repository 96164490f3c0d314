import { countCustomerRows } from './internal/customers/repository'

export function countCustomers(): Promise<{ total: number; suspended: number }> {
  return countCustomerRows()
}
