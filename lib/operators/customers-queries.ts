import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import {
  AdjustReply,
  type AdjustRequest,
  Customer,
  CustomerPage,
  type CustomersQuery,
  ResetLinkReply,
  SuspensionReply,
} from './customers-schema'
import { operatorsKey } from './queries'

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
  return mutationOptions({
    mutationFn: ({ customerId, adjustment }: Adjustment) =>
      callApi(apiPaths.adminAdjust(customerId), { method: 'POST', body: adjustment, reply: AdjustReply }),
    onSuccess: (_reply, _adjustment, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

type Suspension = { customerId: string; isSuspended: boolean; reason: string }

export function suspensionMutation() {
  return mutationOptions({
    mutationFn: ({ customerId, isSuspended, reason }: Suspension) =>
      callApi(isSuspended ? apiPaths.adminSuspend(customerId) : apiPaths.adminResume(customerId), {
        method: 'POST',
        body: { reason },
        reply: SuspensionReply,
      }),
    onSuccess: (_reply, _suspension, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

type LinkWish = { customerId: string; userId: string; reason: string }

/** What comes back opens an account, so it must not stay in the cache. */
export function resetLinkMutation() {
  return mutationOptions({
    mutationFn: ({ customerId, userId, reason }: LinkWish) =>
      callApi(apiPaths.adminResetLink(customerId), {
        method: 'POST',
        body: { user_id: userId, reason },
        reply: ResetLinkReply,
      }),
    onSuccess: (_reply, _wish, _result, { client }) => client.invalidateQueries({ queryKey: operatorsKey }),
    gcTime: 0,
  })
}
