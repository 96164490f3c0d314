import { readCustomer, readCustomerNames } from '@/lib/account/identity/customers'
import { readModelNames } from '@/lib/catalog/models/models'
import { applyCatalogEverywhere, catalogSnapshot, providerExists } from '@/lib/catalog/models/read-snapshot'
import {
  deletePriceGroup,
  listPriceGroups,
  savePriceGroup,
  setPriceGroup,
} from '@/lib/money/price-groups/groups'
import type { PriceGroup, PriceGroupRequest, PriceRule } from '@/lib/money/price-groups/schema'
import { unfitRate } from '@/lib/money/prices/own-price'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { audited } from './audit'
import type { PriceGroupList, SetPriceGroupReply, SetPriceGroupRequest } from './price-groups-schema'

/** All groups, or the one with the ID. */
export async function readPriceGroups(id?: string): Promise<PriceGroupList> {
  const groups = await listPriceGroups(id)
  const names = await readCustomerNames(groups.flatMap(({ members }) => members.map((one) => one.id)))
  const named = (member: { id: string; name: string }) => ({
    ...member,
    name: names.get(member.id) ?? member.name,
  })
  return {
    object: 'list',
    data: groups.map((group) => ({ ...group, members: group.members.map(named) })),
  }
}

/** Throws `not_found`. */
export async function readPriceGroup(id: string): Promise<PriceGroup> {
  const [group] = (await readPriceGroups(id)).data
  if (group === undefined) throw new AppError('not_found')
  return group
}

/** Creates a group, or replaces the fields of one, in force on every node. Throws `not_found`, `invalid_parameter`. */
export async function saveGroup(
  operator: Caller,
  id: string | null,
  request: PriceGroupRequest,
): Promise<PriceGroup> {
  await checkRules(request.rules)
  const group = id ?? newId('pgrp')
  const action = id === null ? 'price_group.add' : 'price_group.change'
  const change = { action, subject: { type: 'price_group', id: group } } as const
  await audited(operator, change, (transaction) => savePriceGroup(group, id === null, request, transaction))
  await applyCatalogEverywhere()
  return readPriceGroup(group)
}

/**
 * Throws a 400 for a model or provider that the catalog never had, for a provider that does not serve the model, and for own
 * rates that fit none of the model's prices.
 */
async function checkRules(rules: readonly PriceRule[]): Promise<void> {
  const names = await readModelNames(rules.flatMap(({ model }) => model ?? []))
  const providers = [...catalogSnapshot().providers.values()]
  for (const [index, { model, provider, pricing }] of rules.entries()) {
    const refuse = (name: string, problem: string) => {
      const param = `rules[${index}].${name}`
      throw new AppError('invalid_parameter', { param, message: `${param} ${problem}.` })
    }
    if (model !== null && !names.has(model)) refuse('model', 'is not a model of the catalog')
    if (provider !== null && !providerExists(provider)) refuse('provider', 'is not a provider of the catalog')
    const offers = providers.flatMap(({ id, offers }) =>
      offers.filter(({ modelId }) => modelId === model).map((offer) => ({ id, pricing: offer.pricing })),
    )
    const there = offers.filter(({ id }) => provider === null || id === provider)
    if (offers.length > 0 && there.length === 0) refuse('provider', `does not serve ${model}`)
    const unfit = there.map((offer) => pricing && unfitRate(offer.pricing, pricing))
    if (pricing && unfit[0] && unfit.every(Boolean))
      refuse(`pricing.${unfit[0]}`, 'must be given exactly where the catalog’s price has it')
  }
}

/** Throws `not_found`. */
export async function removeGroup(operator: Caller, id: string): Promise<{ id: string; removed: true }> {
  const change = { action: 'price_group.remove', subject: { type: 'price_group', id } } as const
  await audited(operator, change, (transaction) => deletePriceGroup(id, transaction))
  await applyCatalogEverywhere()
  return { id, removed: true }
}

/** Moves a customer into a group or out of one. Throws `not_found`, `account_deleted`, `invalid_parameter`. */
export async function moveCustomer(
  operator: Caller,
  id: string,
  { price_group_id: groupId, reason }: SetPriceGroupRequest,
): Promise<SetPriceGroupReply> {
  const { deletedAt } = await readCustomer(id)
  if (deletedAt !== null) throw new AppError('account_deleted')
  const change = { action: 'customer.set_price_group', subject: { type: 'customer', id }, reason } as const
  const { after } = await audited(operator, change, async (transaction) => {
    const moved = await setPriceGroup(id, groupId, transaction)
    return { before: { price_group: moved.before }, after: { price_group: moved.after } }
  })
  await applyCatalogEverywhere()
  return { id, ...after }
}
