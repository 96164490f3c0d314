import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ModelInput, NewModel, RouteInput } from '@/lib/catalog/models/edit-models-schema'
import { ApiError, callApi, shapesOf } from '@/lib/client/api-client'
import { listOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { ChangeAccountRequest } from '@/lib/operator/accounts/schema'
import type {
  AddModelsRequest,
  AddPriceRequest,
  AddProviderRequest,
  ChangeProviderRequest,
  ConnectRequest,
  RouteOrderRequest,
  SetKeyRequest,
} from './catalog-schema'
import type { CallLimits } from './customers-schema'
import { change, operatorsKey } from './queries'

const testShape = shapesOf<typeof import('@/lib/catalog/models/schema')>()
const catalogShape = shapesOf<typeof import('./catalog-schema')>()

export const operatorProvidersQuery = () => ({
  ...listOf([...operatorsKey, 'providers'], apiPaths.adminProviders, catalogShape('OperatorProviderList')),
  refetchInterval: 30_000,
})

export const connectMutation = () =>
  change(catalogShape('ConnectReply'), (body: ConnectRequest) => ['POST', apiPaths.adminConnect, body])

export const localServersMutation = () =>
  change(catalogShape('LocalServerList'), () => ['POST', apiPaths.adminLocalServers])

export const addProviderMutation = () =>
  change(catalogShape('OperatorProvider'), (body: z.input<typeof AddProviderRequest>) => [
    'POST',
    apiPaths.adminProviders,
    body,
  ])

export const changeProviderMutation = () =>
  change(catalogShape('OperatorProvider'), ({ id, ...body }: ChangeProviderRequest & { id: string }) => [
    'PUT',
    apiPaths.adminProvider(id),
    body,
  ])

export const changeAccountMutation = () =>
  change(catalogShape('OperatorProvider'), ({ id, ...body }: ChangeAccountRequest & { id: string }) => [
    'PATCH',
    apiPaths.adminProviderAccount(id),
    body,
  ])

export const removeProviderMutation = () =>
  change(catalogShape('RemovedProvider'), (id: string) => ['DELETE', apiPaths.adminProvider(id)])

type SetKey = { id: string; replaced: string | null } & SetKeyRequest

/** `replaced`: the id of the key to replace; null to add one. */
export const setKeyMutation = () =>
  change(catalogShape('OperatorProvider'), ({ id, replaced, key }: SetKey) =>
    replaced === null
      ? ['POST', apiPaths.adminProviderKeys(id), { key }]
      : ['PUT', apiPaths.adminProviderKey(id, replaced), { key }],
  )

export const removeKeyMutation = () =>
  change(catalogShape('OperatorProvider'), ({ id, key }: { id: string; key: string }) => [
    'DELETE',
    apiPaths.adminProviderKey(id, key),
  ])

export const testProviderMutation = () =>
  change(testShape('ProviderTestReply'), ({ id, key }: { id: string; key: string | null }) => [
    'POST',
    apiPaths.adminProviderTest(id),
    { key_id: key },
  ])

export const operatorModelsQuery = () =>
  listOf([...operatorsKey, 'models'], apiPaths.adminModels, catalogShape('OperatorModelList'))

export const operatorModelQuery = (id: string) =>
  queryOf([...operatorsKey, 'model', id], apiPaths.adminModel(id), catalogShape('OperatorModel'))

type Switch = { type: 'provider' | 'model' | 'route'; id: string; enabled: boolean }

const switchPaths = {
  provider: apiPaths.adminProvider,
  model: apiPaths.adminModel,
  route: apiPaths.adminRoute,
}

export const switchMutation = () =>
  change(catalogShape('Switched'), ({ type, id, enabled }: Switch) => [
    'PATCH',
    switchPaths[type](id),
    { enabled },
  ])

export const orderRoutesMutation = () =>
  change(catalogShape('OperatorModel'), (body: RouteOrderRequest) => ['PUT', apiPaths.adminRouteOrder, body])

/** Calls the provider itself, so it runs once per view and is never refetched. */
export function discoveryQuery(providerId: string) {
  return queryOptions({
    queryKey: ['discovery', providerId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminDiscover(providerId), {
        method: 'POST',
        reply: catalogShape('DiscoveryReply'),
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export const addModelsMutation = () =>
  change(catalogShape('AddedModels'), (body: z.input<typeof AddModelsRequest>) => [
    'POST',
    apiPaths.adminModels,
    body,
  ])

const FIELD_PREFIX = /^(?:models\[0\]\.)?(?:(?:model|route)\.)?/

/** Adds one model. Errors name the field as the form does, without the path in the request. */
export function addModelMutation() {
  return mutationOptions({
    mutationFn: async (model: NewModel) => {
      try {
        const body = { models: [model] }
        return await callApi(apiPaths.adminModels, {
          method: 'POST',
          body,
          reply: catalogShape('AddedModels'),
        })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const [message, param] = [error.message, error.param ?? ''].map((text) =>
          text.replace(FIELD_PREFIX, ''),
        )
        throw new ApiError({ ...error, message: message ?? '', param: param ?? null })
      }
    },
    onSettled: (_added, _error, _model, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

export const changeModelMutation = () =>
  change(catalogShape('OperatorModel'), ({ id, fields }: { id: string; fields: ModelInput }) => [
    'PUT',
    apiPaths.adminModel(id),
    fields,
  ])

export const modelLimitsMutation = () =>
  change(catalogShape('OperatorModel'), ({ id, limits }: { id: string; limits: CallLimits }) => [
    'PATCH',
    apiPaths.adminModel(id),
    limits,
  ])

export const changeRouteMutation = () =>
  change(catalogShape('OperatorModel'), ({ id, fields }: { id: string; fields: RouteInput }) => [
    'PUT',
    apiPaths.adminRoute(id),
    fields,
  ])

export const removeFromCatalogMutation = () =>
  change(catalogShape('Removed'), ({ type, id }: { type: 'model' | 'route'; id: string }) => [
    'DELETE',
    switchPaths[type](id),
  ])

type NewPrice = { routeId: string; price: AddPriceRequest }

export const addPriceMutation = () =>
  change(catalogShape('OperatorModel'), ({ routeId, price }: NewPrice) => [
    'POST',
    apiPaths.adminPrices(routeId),
    price,
  ])
