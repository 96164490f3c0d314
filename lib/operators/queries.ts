import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { OwnModelFields, OwnRouteFields } from '@/lib/catalog/own-models-schema'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import {
  AddedModels,
  type AddModelsRequest,
  type AddPriceRequest,
  DiscoveryReply,
  OperatorModel,
  OperatorModelList,
  Removed,
  type RouteOrderRequest,
  Switched,
} from './catalog-schema'
import {
  AdjustReply,
  type AdjustRequest,
  Customer,
  CustomerPage,
  type CustomersQuery,
  ResetLinkReply,
  SuspensionReply,
} from './customers-schema'
import {
  type AddProviderRequest,
  type ChangeProviderRequest,
  OperatorProvider,
  OperatorProviderList,
  ProviderTestReply,
  RemovedProvider,
} from './providers-schema'
import {
  AuditPage,
  JobPage,
  JobReply,
  type JobsQuery,
  LedgerCheck,
  LedgerChecks,
  OverviewReply,
  QueueReply,
  type SubjectType,
} from './schema'

/** Above everything that operators look at: whatever one of them changes may show in all of it. */
const operatorsKey = ['operators']

export function overviewQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'overview'],
    queryFn: ({ signal }) => callApi(apiPaths.adminOverview, { reply: OverviewReply, signal }),
    refetchInterval: 15_000,
  })
}

type AuditFilter = { subjectType?: SubjectType | undefined; subjectId?: string | undefined; limit?: number }

export function auditQuery({ subjectType, subjectId, limit = 50 }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...operatorsKey, 'audit', subjectType ?? 'all', subjectId ?? 'all', limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.adminAudit, {
        reply: AuditPage,
        query: { limit, cursor: pageParam, subject_type: subjectType, subject_id: subjectId },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}

type CustomerFilter = Pick<CustomersQuery, 'search' | 'status'>

/** Customers, newest first; the ones before stay in sight while the next are fetched. */
export function customersQuery({ search, status }: CustomerFilter) {
  return infiniteQueryOptions({
    queryKey: [...operatorsKey, 'customers', search, status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.adminCustomers, {
        reply: CustomerPage,
        query: { search, status, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
    placeholderData: keepPreviousData,
  })
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...operatorsKey, 'customer', id],
    queryFn: ({ signal }) => callApi(apiPaths.adminCustomer(id), { reply: Customer, signal }),
  })
}

type Adjustment = { customerId: string; adjustment: AdjustRequest }

export function adjustMutation() {
  return change(({ customerId, adjustment }: Adjustment) =>
    callApi(apiPaths.adminAdjust(customerId), { method: 'POST', body: adjustment, reply: AdjustReply }),
  )
}

type Suspension = { customerId: string; isSuspended: boolean; reason: string }

export function suspensionMutation() {
  return change(({ customerId, isSuspended, reason }: Suspension) =>
    callApi(isSuspended ? apiPaths.adminSuspend(customerId) : apiPaths.adminResume(customerId), {
      method: 'POST',
      body: { reason },
      reply: SuspensionReply,
    }),
  )
}

type LinkWish = { customerId: string; userId: string; reason: string }

/** What comes back opens an account, so it must not stay in the cache. */
export function resetLinkMutation() {
  return {
    ...change(({ customerId, userId, reason }: LinkWish) =>
      callApi(apiPaths.adminResetLink(customerId), {
        method: 'POST',
        body: { user_id: userId, reason },
        reply: ResetLinkReply,
      }),
    ),
    gcTime: 0,
  }
}

export function operatorProvidersQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'providers'],
    queryFn: ({ signal }) => callApi(apiPaths.adminProviders, { reply: OperatorProviderList, signal }),
    select: (list) => list.data,
    refetchInterval: 30_000,
  })
}

export function addProviderMutation() {
  return change((body: AddProviderRequest) =>
    callApi(apiPaths.adminProviders, { method: 'POST', body, reply: OperatorProvider }),
  )
}

export function changeProviderMutation() {
  return change(({ id, ...body }: ChangeProviderRequest & { id: string }) =>
    callApi(apiPaths.adminProvider(id), { method: 'PUT', body, reply: OperatorProvider }),
  )
}

export function removeProviderMutation() {
  return change((id: string) =>
    callApi(apiPaths.adminProvider(id), { method: 'DELETE', reply: RemovedProvider }),
  )
}

type SetKey = { id: string; replaced: string | null; key: string }

/** `replaced`: the id of the key whose place it takes. */
export function setKeyMutation() {
  return change(({ id, replaced, key }: SetKey) =>
    replaced === null
      ? callApi(apiPaths.adminProviderKeys(id), { method: 'POST', body: { key }, reply: OperatorProvider })
      : callApi(apiPaths.adminProviderKey(id, replaced), {
          method: 'PUT',
          body: { key },
          reply: OperatorProvider,
        }),
  )
}

export function removeKeyMutation() {
  return change(({ id, key }: { id: string; key: string }) =>
    callApi(apiPaths.adminProviderKey(id, key), { method: 'DELETE', reply: OperatorProvider }),
  )
}

export function testProviderMutation() {
  return change(({ id, key }: { id: string; key: string | null }) =>
    callApi(apiPaths.adminProviderTest(id), {
      method: 'POST',
      body: { key_id: key },
      reply: ProviderTestReply,
    }),
  )
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
  return change(({ type, id, enabled }: Switch) =>
    callApi(switchPaths[type](id), { method: 'PATCH', body: { enabled }, reply: Switched }),
  )
}

export function orderRoutesMutation() {
  return change((body: RouteOrderRequest) =>
    callApi(apiPaths.adminRouteOrder, { method: 'PUT', body, reply: OperatorModel }),
  )
}

/** Asks the provider itself, so once for each look at it, whatever else is changed meanwhile. */
export function discoveryQuery(providerId: string) {
  return queryOptions({
    queryKey: ['discovery', providerId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminDiscover(providerId), { method: 'POST', reply: DiscoveryReply, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

export function addModelsMutation() {
  return change((body: AddModelsRequest) =>
    callApi(apiPaths.adminModels, { method: 'POST', body, reply: AddedModels }),
  )
}

export function changeModelMutation() {
  return change(({ id, fields }: { id: string; fields: OwnModelFields }) =>
    callApi(apiPaths.adminModel(id), { method: 'PUT', body: fields, reply: OperatorModel }),
  )
}

export function changeRouteMutation() {
  return change(({ id, fields }: { id: string; fields: OwnRouteFields }) =>
    callApi(apiPaths.adminRoute(id), { method: 'PUT', body: fields, reply: OperatorModel }),
  )
}

export function removeFromCatalogMutation() {
  return change(({ type, id }: { type: 'model' | 'route'; id: string }) =>
    callApi(switchPaths[type](id), { method: 'DELETE', reply: Removed }),
  )
}

type NewPrice = { routeId: string; price: AddPriceRequest }

export function addPriceMutation() {
  return change(({ routeId, price }: NewPrice) =>
    callApi(apiPaths.adminPrices(routeId), { method: 'POST', body: price, reply: OperatorModel }),
  )
}

const QUEUE_POLL_MILLIS = 5000

export function queueQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'queue'],
    queryFn: ({ signal }) => callApi(apiPaths.adminQueue, { reply: QueueReply, signal }),
    refetchInterval: QUEUE_POLL_MILLIS,
  })
}

export function jobsQuery({ state, offset, limit }: Pick<JobsQuery, 'state' | 'offset' | 'limit'>) {
  return queryOptions({
    queryKey: [...operatorsKey, 'jobs', state, offset, limit],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminJobs, { reply: JobPage, query: { state, offset, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUEUE_POLL_MILLIS,
  })
}

export function retryJobMutation() {
  return change((id: string) => callApi(apiPaths.adminJobRetry(id), { method: 'POST', reply: JobReply }))
}

export function discardJobMutation() {
  return change((id: string) => callApi(apiPaths.adminJob(id), { method: 'DELETE', reply: JobReply }))
}

const RUNNING_POLL_MILLIS = 1000

/** The last checks; followed while one runs. */
export function ledgerChecksQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'ledger'],
    queryFn: ({ signal }) => callApi(apiPaths.adminLedger, { reply: LedgerChecks, signal }),
    select: (list) => list.data,
    refetchInterval: ({ state }) =>
      state.data?.data[0]?.status === 'running' ? RUNNING_POLL_MILLIS : 60_000,
  })
}

export function checkLedgerMutation() {
  return change<void, LedgerCheck>(() =>
    callApi(apiPaths.adminLedger, { method: 'POST', reply: LedgerCheck }),
  )
}

/** A change, after which (also a refused one: another operator may have been faster) everything is fetched again. */
function change<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  return mutationOptions({
    mutationFn,
    onSettled: (_result, _error, _input, _context, { client }: { client: QueryClient }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}
