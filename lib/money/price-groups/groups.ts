import { keepAgreedRates } from '@/lib/money/prices/read-prices'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { deleteGroup, findMembership, listGroups, lockGroup, setMembership, upsertGroup } from './repository'
import { PriceGroup, PriceGroupRequest } from './schema'

/** The group of a customer, with its name; null where it has none. */
export { findMembership as findGroupOf }

/** All groups, or the one with the ID; the names of members are their IDs. */
export async function listPriceGroups(id?: string): Promise<PriceGroup[]> {
  return (await listGroups(id)).map(({ _count: count, createdAt, members, ...row }) =>
    PriceGroup.parse({
      ...row,
      created_at: createdAt.toISOString(),
      member_count: count.members,
      members: members.map(({ customerId }) => ({ id: customerId, name: customerId })),
    }),
  )
}

/** What an operator sets, as the audit log shows it. */
type State = PriceGroupRequest | null

/** Creates a group, or replaces the fields of one, also for its customers. Throws `not_found`. */
export async function savePriceGroup(
  id: string,
  isNew: boolean,
  { rules, ...fields }: PriceGroupRequest,
  transaction: Transaction,
): Promise<{ before: State; after: State }> {
  const before = isNew ? null : await lockExisting(id, transaction)
  const after: PriceGroupRequest = { ...fields, rules: [] }
  for (const { rates_id: _, ...rule } of rules) {
    const ratesId = rule.pricing && (await keepAgreedRates(rule.pricing, transaction))
    after.rules.push(ratesId === null ? rule : { ...rule, rates_id: ratesId })
  }
  await upsertGroup(id, after, transaction)
  return { before, after }
}

async function lockExisting(id: string, transaction: Transaction): Promise<PriceGroupRequest> {
  const row = await lockGroup(id, transaction)
  if (row === null) throw new AppError('not_found')
  const { name, rules, volume } = row
  return PriceGroupRequest.parse({ name, rules, volume })
}

/** Its customers pay the catalog's prices from then on. Throws `not_found`. */
export async function deletePriceGroup(
  id: string,
  transaction: Transaction,
): Promise<{ before: State; after: null }> {
  const before = await lockExisting(id, transaction)
  await deleteGroup(id, transaction)
  return { before, after: null }
}

type Named = { id: string; name: string } | null

/** Moves a customer into a group; null: into none. Throws `invalid_parameter` for an unknown group. */
export async function setPriceGroup(
  customerId: string,
  groupId: string | null,
  transaction: Transaction,
): Promise<{ before: Named; after: Named }> {
  const group = groupId === null ? null : await lockGroup(groupId, transaction)
  if (groupId !== null && group === null)
    throw new AppError('invalid_parameter', {
      param: 'price_group_id',
      message: `price_group_id: there is no price group ${JSON.stringify(groupId)}.`,
    })
  const before = await findMembership(customerId, transaction)
  await setMembership(customerId, groupId, transaction)
  return { before, after: group && { id: group.id, name: group.name } }
}

/** For deleted accounts. */
export async function leavePriceGroup(customerId: string): Promise<void> {
  if (await findMembership(customerId)) await setMembership(customerId, null)
}
