import { type CustomerSummary, presentCustomer } from './internal/customers/present-customer'
import { type CustomerFilter, listCustomerRows } from './internal/customers/repository'

/** Customers whose name, id or people's email has the text in it, newest first. */
export async function searchCustomers(filter: CustomerFilter, limit: number): Promise<CustomerSummary[]> {
  return (await listCustomerRows(filter, limit)).map(presentCustomer)
}
