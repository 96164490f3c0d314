import { countKeyRows } from './repository'

/** How many keys that are not revoked each of these customers has; one without any has no entry. */
export async function countKeys(customerIds: string[]): Promise<Map<string, number>> {
  const rows = await countKeyRows(customerIds)
  return new Map(rows.map(({ customerId, _count }) => [customerId, _count]))
}
