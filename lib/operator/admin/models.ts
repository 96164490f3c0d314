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

/** What operators add to the catalog, change and delete in it, with an audit entry each, in force on every node at once. */

/** A provider's own list of models. Throws `not_found`, and `invalid_parameter` for one without a key. */
export async function discoverModels(id: string): Promise<DiscoveryReply> {
  const target = findProvider(id)?.target
  if (target === undefined) throw new AppError('not_found')
  if (target === null)
    throw new AppError('invalid_parameter', { message: 'This provider has no key yet.', param: 'id' })
  const { models, problem } = await listUpstreamModels(target)
  return {
    models: models && (await matchListed(id, models)),
    problem,
    modalities: [...servedModalities(target.adapter, target.sdk)],
  }
}

/** All of them, or none. Throws `invalid_parameter` and `missing_parameter` with the field of the first that is wrong. */
export async function addModels(operator: Caller, { models }: AddModelsRequest) {
  const author = await authorOf(operator)
  await inTransaction(async (transaction) => {
    for (const [index, one] of models.entries()) {
      const change = {
        action: one.model === null ? 'route.add' : 'model.add',
        subject: { type: 'model', id: one.model_id },
      } as const
      const add = () => own.addModel(one, transaction).catch((error: unknown) => throwAt(index, error))
      await recorded(author, change, add, transaction)
    }
  })
  await applyCatalogEverywhere()
  return { added: models.map(({ model_id }) => model_id) }
}

/** The field's name as the caller wrote it. */
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
 * New versions of prices from a price list (`npm run catalog:update`), in force on every node at once; answers how many. What was
 * priced otherwise since it was compared is left alone.
 */
export async function takePrices(changes: readonly PriceChange[], file: string): Promise<number> {
  const author = { id: '', email: 'npm run catalog:update' }
  return inTransaction(async (transaction) => {
    let taken = 0
    for (const one of changes) {
      const subject = { type: 'route', id: one.routeId } as const
      const change = { action: 'route.add_price', subject, reason: `Price list ${file}` } as const
      const { after } = await recorded(author, change, () => takeListPrice(one, transaction), transaction)
      if (after !== null) taken += 1
    }
    return taken
  })
}

const removals = { model: own.removeModel, route: own.removeRoute }

/** Throws `not_found`, and `model_in_use` for what was ever used. */
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
