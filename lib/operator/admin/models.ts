import { listUpstreamModels } from '@/lib/catalog/models/check-upstreams'
import { matchListed } from '@/lib/catalog/models/discover-models'
import { takeListPrice } from '@/lib/catalog/models/operator-changes'
import * as own from '@/lib/catalog/models/own-models'
import type { OwnModelFields, OwnRouteFields } from '@/lib/catalog/models/own-models-schema'
import type { PriceChange } from '@/lib/catalog/models/price-list'
import { findProvider } from '@/lib/catalog/models/read-snapshot'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { inTransaction } from '@/lib/platform/transaction'
import { servedModalities } from '@/lib/upstream/contract/adapter'
import { audited, authorOf, recorded } from './audit'
import { applyCatalogEverywhere, readOperatorModel } from './catalog'
import type { AddModelsRequest, DiscoveryReply, OperatorModel } from './catalog-schema'

/** A provider's own list of models. Throws `not_found`, and `invalid_parameter` for one without a key. */
export async function discoverModels(id: string): Promise<DiscoveryReply> {
  const target = findProvider(id)?.target
  if (target === undefined) throw new AppError('not_found')
  if (target === null)
    throw new AppError('invalid_parameter', { message: 'This provider has no key.', param: 'id' })
  const { models, problem } = await listUpstreamModels(target)
  return {
    models: models && (await matchListed(id, models)),
    problem,
    modalities: [...servedModalities(target.adapter, target.sdk)],
  }
}

/** Adds all models or none. Throws `invalid_parameter` and `missing_parameter` with the field of the first fault. */
export async function addModels(operator: Caller, { models }: AddModelsRequest) {
  const author = await authorOf(operator)
  await inTransaction(async (transaction) => {
    for (const [index, model] of models.entries()) {
      const change = {
        action: model.model === null ? 'route.add' : 'model.add',
        subject: { type: 'model', id: model.model_id },
      } as const
      const add = () => own.addModel(model, transaction).catch((error: unknown) => throwAt(index, error))
      await recorded(author, change, add, transaction)
    }
  })
  await applyCatalogEverywhere()
  return { added: models.map(({ model_id }) => model_id) }
}

/** Rethrows with the field's path in the request. */
function throwAt(index: number, error: unknown): never {
  if (!(error instanceof AppError) || error.param === null) throw error
  const { code, message, param } = error
  throw new AppError(code, { message, param: `models[${index}].${param}` })
}

/** Throws as `changeModel` of the catalog does. */
export async function changeModel(operator: Caller, id: string, fields: OwnModelFields) {
  const change = { action: 'model.change', subject: { type: 'model', id } } as const
  await audited(operator, change, (transaction) => own.changeModel(id, fields, transaction))
  await applyCatalogEverywhere()
  return readOperatorModel(id)
}

/** Throws `not_found`. */
export async function changeRoute(
  operator: Caller,
  id: string,
  fields: OwnRouteFields,
): Promise<OperatorModel> {
  const change = { action: 'route.change', subject: { type: 'route', id } } as const
  const { modelId } = await audited(operator, change, (transaction) =>
    own.changeRoute(id, fields, transaction),
  )
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}

/**
 * Applies a price list (`npm run catalog:update`) as new price versions, active on every node immediately, and returns how
 * many. Prices that changed since the comparison are skipped.
 */
export async function takePrices(changes: readonly PriceChange[], file: string): Promise<number> {
  const author = { id: '', email: 'npm run catalog:update' }
  return inTransaction(async (transaction) => {
    let applied = 0
    for (const one of changes) {
      const subject = { type: 'route', id: one.routeId } as const
      const change = { action: 'route.add_price', subject, reason: `Price list ${file}` } as const
      const { after } = await recorded(author, change, () => takeListPrice(one, transaction), transaction)
      if (after !== null) applied += 1
    }
    return applied
  })
}

const removals = { model: own.removeModel, route: own.removeRoute }

/** Deletes a model or route. Throws `not_found`, and `model_in_use` where it was ever used. */
export async function removeFromCatalog(operator: Caller, type: 'model' | 'route', id: string) {
  const change = { action: `${type}.remove`, subject: { type, id } } as const
  await audited(
    operator,
    change,
    (transaction): Promise<{ before: object; after: null }> => removals[type](id, transaction),
  )
  await applyCatalogEverywhere()
  return { id, removed: true } as const
}
