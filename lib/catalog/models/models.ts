import { type Caller, refusesModel } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { modelAtPricesOf } from './customer-prices'
import { ModelId } from './edit-models-schema'
import { endOf, presentListedModel, presentModel } from './presenter'
import { catalogSnapshot, findModel, findModelOf, listModelsOf } from './read-snapshot'
import { findModelRow, listModelNames, listNames, listRouteTargets } from './repository'
import type {
  ListedModel,
  Modality,
  ModelListQuery,
  ModelListReply,
  ModelReply,
  UnconnectedModel,
} from './schema'

/** The models that the caller can use, of all modalities or one, by id. */
export function listModels(
  caller: Caller,
  { limit, after, after_id = after, before_id }: ModelListQuery = {},
  modality?: Modality,
): ModelListReply {
  const found = listModelsOf(caller.customerId).filter(
    (model) =>
      refusesModel(caller, model.id) === undefined &&
      (modality === undefined || model.modality === modality) &&
      (after_id === undefined || model.id > after_id) &&
      (before_id === undefined || model.id < before_id),
  )
  const most = limit ?? found.length
  const data = (before_id === undefined ? found.slice(0, most) : found.slice(-most)).map((model) =>
    presentModel(modelAtPricesOf(caller, model)),
  )
  return {
    object: 'list',
    data,
    has_more: data.length < found.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
}

export function readModel(caller: Caller, id: string): ModelReply {
  const model = findModelOf(caller.customerId, id)
  if (model === undefined) throw new AppError('model_not_found', { param: 'model' })
  if (refusesModel(caller, id)) throw new AppError('model_not_allowed', { param: 'model' })
  return presentModel(modelAtPricesOf(caller, model))
}

/** Every callable model, for public pages, by id; at the prices of the customer who is signed in. */
export function listOfferedModels(customerId?: string): ListedModel[] {
  return [...catalogSnapshot().models.keys()].flatMap((id) => findOfferedModel(id, customerId) ?? [])
}

/** A callable model, for public pages. */
export function findOfferedModel(id: string, customerId = ''): ListedModel | undefined {
  const { models, providers } = catalogSnapshot()
  const model = models.get(id)
  const nameOf = (provider: string) => providers.get(provider)?.name ?? provider
  return model && presentListedModel(modelAtPricesOf({ customerId }, model), nameOf)
}

/** How long before its end a model is announced to end. */
const NOTICE_DAYS = 30

/** The last day of the time in which ends are announced, ISO. */
export function noticeUntil(): string {
  return new Date(clock.now().getTime() + NOTICE_DAYS * 86_400_000).toISOString().slice(0, 10)
}

/** Callable models that end soon, with the day. */
export function listEndingModels(): { id: string; name: string; endsOn: string }[] {
  return [...catalogSnapshot().models.values()].flatMap((model) => {
    const endsOn = endOf(model)
    return endsOn !== null && endsOn <= noticeUntil() ? [{ id: model.id, name: model.name, endsOn }] : []
  })
}

/** Callable routes that end soon or have ended, with the day. */
export function listEndingRoutes() {
  const { models, providers } = catalogSnapshot()
  const routes = [...models.values()].flatMap((model) => model.routes)
  return routes.flatMap(({ modelId, providerId, endsOn }) =>
    endsOn !== null && endsOn <= noticeUntil()
      ? [{ modelId, providerId, providerName: providers.get(providerId)?.name ?? providerId, endsOn }]
      : [],
  )
}

/** For operators: models that lack only a provider key, by id. */
export function listUnconnectedModels(): UnconnectedModel[] {
  const { knownModels, models } = catalogSnapshot()
  const idle = [...knownModels.keys()].filter((id) => !models.has(id))
  return idle.flatMap((id) => findUnconnectedModel(id) ?? []).filter(({ providers }) => providers.length > 0)
}

/** Undefined where the model is callable or not in the catalog. */
function findUnconnectedModel(id: string): UnconnectedModel | undefined {
  const { knownModels, models, providers } = catalogSnapshot()
  if (!knownModels.has(id) || models.has(id)) return undefined
  const serving = [...providers.values()].filter(({ offers }) => offers.some(({ modelId }) => modelId === id))
  const name = serving.flatMap(({ offers }) => offers).find(({ modelId }) => modelId === id)?.modelName ?? id
  const idle = serving.filter(({ enabled, configured }) => enabled && !configured)
  return { id, name, providers: idle.map((provider) => ({ id: provider.id, name: provider.name })) }
}

/** Like `findUnconnectedModel`, including disabled models. */
export async function findIdleModel(id: string): Promise<UnconnectedModel | undefined> {
  const known = findUnconnectedModel(id)
  if (known || findModel(id) || !ModelId.safeParse(id).success) return known
  const row = await findModelRow(id)
  return row === null ? undefined : { id, name: row.name, providers: [] }
}

/** The supported parameters of the requested chat model, or of the key's default; none for an unknown model. */
export function listParameters(caller: Caller, model: string | undefined): readonly string[] {
  const isNamed = model !== undefined && model !== 'default'
  const id = isNamed ? model : caller.apiKey?.defaultModels.chat
  return (id == null ? undefined : findModelOf(caller.customerId, id)?.supportedParameters) ?? []
}

/** The model and provider of each route by route id, including withdrawn ones. */
export async function readRouteTargets(
  ids: readonly string[],
): Promise<ReadonlyMap<string, { modelId: string; providerId: string }>> {
  const rows = await listRouteTargets([...ids])
  return new Map(rows.map(({ id, ...target }) => [id, target]))
}

/** Model names by id, including withdrawn ones. */
export async function readModelNames(ids: string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await listModelNames(ids)).map(({ id, name }) => [id, name]))
}

/** Looks up names of models and providers, including withdrawn ones; unknown ids are returned as they are. */
export async function readNames(): Promise<{
  modelName: (id: string) => string
  providerName: (id: string) => string
}> {
  const { models, providers } = await listNames()
  return {
    modelName: (id) => models.get(id) ?? id,
    providerName: (id) => providers.get(id) ?? id,
  }
}
