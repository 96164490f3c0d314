import { readCustomer, readCustomerNames } from '@/lib/account/identity/customers'
import { applyCatalogEverywhere, catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import {
  deletePriceGroup,
  listPriceGroups,
  readPriceGroup,
  savePriceGroup,
  setPriceGroup,
} from '@/lib/money/price-groups/groups'
import type { PriceGroupRequest, PriceRule } from '@/lib/money/price-groups/schema'
import { unfitRate } from '@/lib/money/prices/own-price'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { audited } from './audit'
import type {
  OperatorPriceGroup,
  PriceGroupList,
  SetPriceGroupReply,
  SetPriceGroupRequest,
} from './price-groups-schema'

export async function listOperatorPriceGroups(): Promise<PriceGroupList> {
  return { object: 'list', data: await listPriceGroups() }
}

const MEMBERS = 100

/** A group with its first customers. Throws `not_found`. */
export async function readOperatorPriceGroup(id: string): Promise<OperatorPriceGroup> {
  const { customerIds, ...group } = await readPriceGroup(id, MEMBERS)
  const names = await readCustomerNames(customerIds)
  const members = customerIds.map((customer) => ({ id: customer, name: names.get(customer) ?? customer }))
  return { ...group, members }
}

/** Creates a group, or replaces the fields of one, in force on every node. Throws `not_found`, `invalid_parameter`. */
export async function saveGroup(
  operator: Caller,
  id: string | null,
  request: PriceGroupRequest,
): Promise<OperatorPriceGroup> {
  for (const [index, rule] of request.rules.entries()) checkRule(rule, `rules[${index}]`)
  const group = id ?? newId('pgrp')
  const action = id === null ? 'price_group.add' : 'price_group.change'
  const change = { action, subject: { type: 'price_group', id: group } } as const
  await audited(operator, change, (transaction) => savePriceGroup(group, id === null, request, transaction))
  await applyCatalogEverywhere()
  return readOperatorPriceGroup(group)
}

/** Throws a 400 for a model or provider that the catalog lacks, and for own rates that fit none of the model's prices. */
function checkRule({ model, provider, pricing }: PriceRule, field: string): void {
  const { providers, knownModels } = catalogSnapshot()
  const refuse = (name: string, problem: string) =>
    new AppError('invalid_parameter', { param: `${field}.${name}`, message: `${field}.${name} ${problem}.` })
  if (model !== null && !knownModels.has(model)) throw refuse('model', 'is not a model of the catalog')
  if (provider !== null && !providers.has(provider))
    throw refuse('provider', 'is not a provider of the catalog')
  const offers = [...providers.values()]
    .filter(({ id }) => provider === null || id === provider)
    .flatMap((one) => one.offers.filter(({ modelId }) => model === null || modelId === model))
  if (model !== null && offers.length === 0) throw refuse('provider', `does not serve ${model}`)
  if (pricing === null || offers.some((offer) => unfitRate(offer.pricing, pricing) === undefined)) return
  const [offer] = offers
  const rate = offer && unfitRate(offer.pricing, pricing)
  throw refuse(`pricing.${rate}`, 'must be given exactly where the catalog’s price has it')
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
