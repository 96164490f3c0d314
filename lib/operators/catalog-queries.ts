import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import {
  type AddPriceRequest,
  OperatorModel,
  OperatorModelList,
  OperatorProviderList,
  type RouteOrderRequest,
  Switched,
} from './catalog-schema'
import { operatorsKey } from './queries'

export function operatorProvidersQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'providers'],
    queryFn: ({ signal }) => callApi(apiPaths.adminProviders, { reply: OperatorProviderList, signal }),
    select: (list) => list.data,
    refetchInterval: 30_000,
  })
}

export function operatorModelsQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'models'],
    queryFn: ({ signal }) => callApi(apiPaths.adminModels, { reply: OperatorModelList, signal }),
    select: (list) => list.data,
  })
}

export function operatorModelQuery(id: string) {
  return queryOptions({
    queryKey: [...operatorsKey, 'model', id],
    queryFn: ({ signal }) => callApi(apiPaths.adminModel(id), { reply: OperatorModel, signal }),
  })
}

type Switch = { type: 'provider' | 'model' | 'route'; id: string; enabled: boolean }

const switchPaths = {
  provider: apiPaths.adminProvider,
  model: apiPaths.adminModel,
  route: apiPaths.adminRoute,
}

export function switchMutation() {
  return mutationOptions({
    mutationFn: ({ type, id, enabled }: Switch) =>
      callApi(switchPaths[type](id), { method: 'PATCH', body: { enabled }, reply: Switched }),
    onSuccess: (_switched, _switch, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

export function orderRoutesMutation() {
  return mutationOptions({
    mutationFn: (body: RouteOrderRequest) =>
      callApi(apiPaths.adminRouteOrder, { method: 'PUT', body, reply: OperatorModel }),
    onSuccess: (_model, _order, _result, { client }) => client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

type NewPrice = { routeId: string; price: AddPriceRequest }

export function addPriceMutation() {
  return mutationOptions({
    mutationFn: ({ routeId, price }: NewPrice) =>
      callApi(apiPaths.adminPrices(routeId), { method: 'POST', body: price, reply: OperatorModel }),
    onSuccess: (_model, _price, _result, { client }) => client.invalidateQueries({ queryKey: operatorsKey }),
  })
}
