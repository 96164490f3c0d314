import { queryOptions } from '@tanstack/react-query'
import type { ModelInput, NewModel, RouteInput } from '@/lib/catalog/models/edit-models-schema'
import { ApiError, callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { ChangeAccountRequest } from '@/lib/operator/accounts/schema'
import type {
  AddModelsRequest,
  AddPriceRequest,
  AddProviderRequest,
  ChangeProviderRequest,
  RouteOrderRequest,
  SetKeyRequest,
} from './catalog-schema'
import type { CallLimits } from './customers-schema'
import { change, operatorsKey } from './queries'

const testShape = shapesOf(() => import('@/lib/catalog/models/schema'))
const catalogShape = shapesOf(() => import('./catalog-schema'))

export function operatorProvidersQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'providers'],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminProviders, { reply: catalogShape('OperatorProviderList'), signal }),
    select: (list) => list.data,
    refetchInterval: 30_000,
  })
}

export function addProviderMutation() {
  return change((body: AddProviderRequest) =>
    callApi(apiPaths.adminProviders, { method: 'POST', body, reply: catalogShape('OperatorProvider') }),
  )
}

export function changeProviderMutation() {
  return change(({ id, ...body }: ChangeProviderRequest & { id: string }) =>
    callApi(apiPaths.adminProvider(id), { method: 'PUT', body, reply: catalogShape('OperatorProvider') }),
  )
}

export function changeAccountMutation() {
  return change(({ id, ...body }: ChangeAccountRequest & { id: string }) =>
    callApi(apiPaths.adminProviderAccount(id), {
      method: 'PATCH',
      body,
      reply: catalogShape('OperatorProvider'),
    }),
  )
}

export function removeProviderMutation() {
  return change((id: string) =>
    callApi(apiPaths.adminProvider(id), { method: 'DELETE', reply: catalogShape('RemovedProvider') }),
  )
}

type SetKey = { id: string; replaced: string | null } & SetKeyRequest

/** `replaced`: the id of the key to replace; null to add one. */
export function setKeyMutation() {
  return change(({ id, replaced, key }: SetKey) =>
    replaced === null
      ? callApi(apiPaths.adminProviderKeys(id), {
          method: 'POST',
          body: { key },
          reply: catalogShape('OperatorProvider'),
        })
      : callApi(apiPaths.adminProviderKey(id, replaced), {
          method: 'PUT',
          body: { key },
          reply: catalogShape('OperatorProvider'),
        }),
  )
}

export function removeKeyMutation() {
  return change(({ id, key }: { id: string; key: string }) =>
    callApi(apiPaths.adminProviderKey(id, key), {
      method: 'DELETE',
      reply: catalogShape('OperatorProvider'),
    }),
  )
}

export function testProviderMutation() {
  return change(({ id, key }: { id: string; key: string | null }) =>
    callApi(apiPaths.adminProviderTest(id), {
      method: 'POST',
      body: { key_id: key },
      reply: testShape('ProviderTestReply'),
    }),
  )
}

export function operatorModelsQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'models'],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminModels, { reply: catalogShape('OperatorModelList'), signal }),
    select: (list) => list.data,
  })
}

export function operatorModelQuery(id: string) {
  return queryOptions({
    queryKey: [...operatorsKey, 'model', id],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminModel(id), { reply: catalogShape('OperatorModel'), signal }),
  })
}

type Switch = { type: 'provider' | 'model' | 'route'; id: string; enabled: boolean }

const switchPaths = {
  provider: apiPaths.adminProvider,
  model: apiPaths.adminModel,
  route: apiPaths.adminRoute,
}

export function switchMutation() {
  return change(({ type, id, enabled }: Switch) =>
    callApi(switchPaths[type](id), { method: 'PATCH', body: { enabled }, reply: catalogShape('Switched') }),
  )
}

export function orderRoutesMutation() {
  return change((body: RouteOrderRequest) =>
    callApi(apiPaths.adminRouteOrder, { method: 'PUT', body, reply: catalogShape('OperatorModel') }),
  )
}

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

export function addModelsMutation() {
  return change((body: AddModelsRequest) =>
    callApi(apiPaths.adminModels, { method: 'POST', body, reply: catalogShape('AddedModels') }),
  )
}

const FIELD_PREFIX = /^(?:models\[0\]\.)?(?:(?:model|route)\.)?/

/** Adds one model. Errors name the field as the form does, without the path in the request. */
export function addModelMutation() {
  return change(async (model: NewModel) => {
    try {
      const body: AddModelsRequest = { models: [model] }
      return await callApi(apiPaths.adminModels, { method: 'POST', body, reply: catalogShape('AddedModels') })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const [message, param] = [error.message, error.param ?? ''].map((text) =>
        text.replace(FIELD_PREFIX, ''),
      )
      throw new ApiError({ ...error, message: message ?? '', param: param ?? null })
    }
  })
}

export function changeModelMutation() {
  return change(({ id, fields }: { id: string; fields: ModelInput }) =>
    callApi(apiPaths.adminModel(id), { method: 'PUT', body: fields, reply: catalogShape('OperatorModel') }),
  )
}

export function modelLimitsMutation() {
  return change(({ id, limits }: { id: string; limits: CallLimits }) =>
    callApi(apiPaths.adminModel(id), { method: 'PATCH', body: limits, reply: catalogShape('OperatorModel') }),
  )
}

export function changeRouteMutation() {
  return change(({ id, fields }: { id: string; fields: RouteInput }) =>
    callApi(apiPaths.adminRoute(id), { method: 'PUT', body: fields, reply: catalogShape('OperatorModel') }),
  )
}

export function removeFromCatalogMutation() {
  return change(({ type, id }: { type: 'model' | 'route'; id: string }) =>
    callApi(switchPaths[type](id), { method: 'DELETE', reply: catalogShape('Removed') }),
  )
}

type NewPrice = { routeId: string; price: AddPriceRequest }

export function addPriceMutation() {
  return change(({ routeId, price }: NewPrice) =>
    callApi(apiPaths.adminPrices(routeId), {
      method: 'POST',
      body: price,
      reply: catalogShape('OperatorModel'),
    }),
  )
}
