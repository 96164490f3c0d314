import { isDeepStrictEqual } from 'node:util'
import { wasEverUsed } from '@/lib/money/usage/read-traffic'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { AdapterOptions, adapterNames, servedModalities } from '@/lib/upstream/contract/adapter'
import { ModelInput, type NewModel, type RouteInput } from './edit-models-schema'
import { capabilityIssues } from './internal/seed-schema'
import { refuseGaps, versionOf } from './operator-changes'
import {
  findWholeModel,
  insertPrice,
  insertRoute,
  lockProvider,
  lockRoute,
  saveModel,
  updateRoute,
  type WholeModelRow,
  withdrawEntry,
} from './operator-repository'
import { lockCatalog } from './repository'
import { type Modality, missingRates, Pricing } from './schema'

/**
 * Models and routes that operators add, change and delete. They get `source: operator`, so seeds no longer change or
 * withdraw them. Deleted ones stay as withdrawn rows, since the files may still name them.
 */

/**
 * Adds a model with its first route and price, or a route to an existing model. Throws `invalid_parameter` and
 * `missing_parameter` with the field.
 */
export async function addModel({ model_id: id, model, route }: NewModel, transaction: Transaction) {
  await lockCatalog(transaction)
  const known = await findWholeModel(id, transaction)
  if (model !== null && known !== null) throw wrong('model_id', 'A model with this id already exists.')
  const whole = model ?? (known && fieldsOf(known))
  if (whole === null) throw wrong('model_id', 'There is no model with this id.')
  if (known?.routes.some(({ providerId }) => providerId === route.provider_id))
    throw wrong('route.provider_id', 'This provider already serves this model.')
  if (model !== null) {
    refuseCapabilities(model, 'model.')
    await saveModel({ id, ...columnsOf(model) }, true, transaction)
  }
  refuseModality(await lockProvider(route.provider_id, transaction), whole.modality, 'route.provider_id')
  refuseGaps(whole, route.pricing, 'route.pricing')
  if (route.cost !== null) refuseGaps(whole, route.cost, 'route.cost')
  const { provider_id: providerId, pricing, cost, ...fields } = route
  const added = await insertRoute({ modelId: id, providerId }, routeColumns(fields), transaction)
  const version = (added.prices[0]?.version ?? 0) + 1
  const price = { routeId: added.id, version, pricing, cost, validFrom: clock.now() }
  await insertPrice({ ...price, source: 'operator' }, transaction)
  return { routeId: added.id, before: null, after: { ...(model ?? { model_id: id }), route } }
}

/** Changes all fields of a model except its id. Throws `not_found`, and `invalid_parameter` where its prices do not fit. */
export async function changeModel(id: string, after: ModelInput, transaction: Transaction) {
  await lockCatalog(transaction)
  const row = await findWholeModel(id, transaction)
  if (row === null) throw new AppError('not_found')
  const before = fieldsOf(row)
  if (isDeepStrictEqual(before, after)) return { before, after }
  const isSameKind = after.modality === before.modality
  if (!isSameKind || !isDeepStrictEqual(before.capabilities, after.capabilities)) refuseCapabilities(after)
  const now = clock.now()
  for (const { provider, prices } of row.routes) {
    if (!isSameKind) refuseModality(provider, after.modality, 'modality')
    const active = prices.findIndex(({ validFrom }) => validFrom <= now)
    const present = prices.filter((_, index) => active < 0 || index <= active)
    const [missing] = present.flatMap(({ pricing }) => missingRates(after, Pricing.parse(pricing)))
    if (missing)
      throw wrong(
        isSameKind ? 'capabilities' : 'modality',
        `The price at ${provider.name} has no ${missing.join('.')}, which this model requires.`,
      )
  }
  await saveModel({ id, ...columnsOf(after) }, false, transaction)
  return { before, after }
}

/** Changes all fields of a route except its provider. Throws `not_found`. */
export async function changeRoute(id: string, after: RouteInput, transaction: Transaction) {
  await lockCatalog(transaction)
  const row = await lockRoute(id, transaction)
  if (row === null) throw new AppError('not_found')
  const before = routeFieldsOf(row)
  if (!isDeepStrictEqual(before, after)) await updateRoute(id, routeColumns(after), transaction)
  const { modelId, providerId } = row
  return { modelId, before, after: { ...after, model_id: modelId, provider_id: providerId } }
}

/** Deletes a model with all its routes. Throws `not_found`, and `model_in_use` where it was ever used. */
export async function removeModel(id: string, transaction: Transaction) {
  await lockCatalog(transaction)
  const row = await findWholeModel(id, transaction)
  if (row === null) throw new AppError('not_found')
  if (await wasEverUsed(id)) throw new AppError('model_in_use')
  await withdrawEntry({ modelId: id }, clock.now(), transaction)
  const routes = row.routes.map(({ providerId }) => providerId)
  return { before: { ...fieldsOf(row), routes }, after: null }
}

/** Deletes a route. Throws as `removeModel` does. */
export async function removeRoute(id: string, transaction: Transaction) {
  await lockCatalog(transaction)
  const row = await lockRoute(id, transaction)
  if (row === null) throw new AppError('not_found')
  const { modelId, providerId, prices } = row
  if (await wasEverUsed(modelId, providerId)) throw new AppError('model_in_use')
  await withdrawEntry({ routeId: id }, clock.now(), transaction)
  const price = prices[0] && versionOf(prices[0])
  return {
    modelId,
    before: { model_id: modelId, provider_id: providerId, ...routeFieldsOf(row), ...price },
    after: null,
  }
}

function wrong(param: string, message: string): AppError {
  return new AppError('invalid_parameter', { param, message })
}

function refuseCapabilities(model: ModelInput, prefix = ''): void {
  const [issue] = capabilityIssues(model)
  if (issue === undefined) return
  const param = prefix + issue.path.join('.')
  throw wrong(param, `${param} ${issue.message}.`)
}

type ProviderRow = Pick<WholeModelRow['routes'][number]['provider'], 'name' | 'adapter' | 'options'>

function refuseModality(provider: ProviderRow | null, modality: Modality, param: string): void {
  if (provider === null) throw wrong(param, 'There is no such provider.')
  if (!modalitiesOf(provider).includes(modality))
    throw wrong(param, `${provider.name} does not serve models with the modality ${modality}.`)
}

/** The modalities that a provider's API can serve. */
export function modalitiesOf({ adapter, options }: Omit<ProviderRow, 'name'>): readonly Modality[] {
  const name = adapterNames.find((one) => one === adapter)
  return name === undefined ? [] : servedModalities(name, AdapterOptions.safeParse(options).data?.sdk)
}

function fieldsOf(row: WholeModelRow): ModelInput {
  return ModelInput.parse({
    name: row.name,
    modality: row.modality,
    description: row.description,
    owned_by: row.ownedBy,
    context_length: row.contextLength,
    max_output_tokens: row.maxOutputTokens,
    supported_parameters: row.supportedParameters,
    capabilities: row.capabilities,
  })
}

function columnsOf(fields: ModelInput) {
  const { owned_by: ownedBy, context_length: contextLength, max_output_tokens: maxOutputTokens } = fields
  const { name, modality, description, supported_parameters: supportedParameters, capabilities } = fields
  const limits = { contextLength, maxOutputTokens }
  return { name, modality, description, ownedBy, ...limits, supportedParameters, capabilities }
}

type RouteRow = {
  upstreamId: string
  contextLength: number | null
  maxOutputTokens: number | null
  supportedParameters: string[]
}

function routeFieldsOf(row: RouteRow): RouteInput {
  return {
    upstream_id: row.upstreamId,
    context_length: row.contextLength,
    max_output_tokens: row.maxOutputTokens,
    supported_parameters: row.supportedParameters,
  }
}

function routeColumns(fields: RouteInput): RouteRow {
  return {
    upstreamId: fields.upstream_id,
    contextLength: fields.context_length,
    maxOutputTokens: fields.max_output_tokens,
    supportedParameters: fields.supported_parameters,
  }
}
