import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { AdjustRequest, CallLimits, CustomersQuery } from './customers-schema'
import type { FiguresQuery } from './figures-schema'
import type { AlertWebhook, JobsQuery, LedgerCheck, SubjectType } from './schema'

const customersShape = shapesOf(() => import('./customers-schema'))
const figuresShape = shapesOf(() => import('./figures-schema'))
const shape = shapesOf(() => import('./schema'))

/** Days in a time zone; undefined fields are not sent. */
export type FiguresFilters = Partial<Pick<FiguresQuery, 'start_date' | 'end_date' | 'timezone'>>

/** The query key prefix of all operator pages: any change may show on any of them. */
export const operatorsKey = ['operators']

export function overviewQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'overview'],
    queryFn: ({ signal }) => callApi(apiPaths.adminOverview, { reply: shape('OverviewReply'), signal }),
    refetchInterval: 15_000,
  })
}

/** Figures of a range; the previous range stays visible while the next is fetched. */
export function figuresQuery(filters: FiguresFilters) {
  return queryOptions({
    queryKey: [...operatorsKey, 'figures', filters],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminFigures, { reply: figuresShape('FiguresReply'), query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

const PENDING_POLL_MILLIS = 1500

/** The webhook of operator alerts; polled while a delivery is pending. */
export function alertWebhookQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'alert-webhook'],
    queryFn: ({ signal }) => callApi(apiPaths.adminAlertWebhook, { reply: shape('AlertWebhook'), signal }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') ? PENDING_POLL_MILLIS : false,
  })
}

export function testAlertWebhookMutation() {
  return change<void, AlertWebhook>(() =>
    callApi(apiPaths.adminAlertWebhook, { method: 'POST', reply: shape('AlertWebhook') }),
  )
}

type AuditFilter = { subjectType?: SubjectType | undefined; subjectId?: string | undefined; limit?: number }

export function auditQuery({ subjectType, subjectId, limit = 50 }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...operatorsKey, 'audit', subjectType ?? 'all', subjectId ?? 'all', limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.adminAudit, {
        reply: shape('AuditPage'),
        query: { limit, cursor: pageParam, subject_type: subjectType, subject_id: subjectId },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}

type CustomerFilter = Pick<CustomersQuery, 'search' | 'status'>

/** Customers, newest first; the previous results stay visible while the next are fetched. */
export function customersQuery({ search, status }: CustomerFilter) {
  return infiniteQueryOptions({
    queryKey: [...operatorsKey, 'customers', search, status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.adminCustomers, {
        reply: customersShape('CustomerPage'),
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
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminCustomer(id), { reply: customersShape('Customer'), signal }),
  })
}

type Adjustment = { customerId: string; adjustment: AdjustRequest }

export function adjustMutation() {
  return change(({ customerId, adjustment }: Adjustment) =>
    callApi(apiPaths.adminAdjust(customerId), {
      method: 'POST',
      body: adjustment,
      reply: customersShape('AdjustReply'),
    }),
  )
}

type Suspension = { customerId: string; isSuspended: boolean; reason: string }

export function suspensionMutation() {
  return change(({ customerId, isSuspended, reason }: Suspension) =>
    callApi(isSuspended ? apiPaths.adminSuspend(customerId) : apiPaths.adminResume(customerId), {
      method: 'POST',
      body: { reason },
      reply: customersShape('SuspensionReply'),
    }),
  )
}

type AigcGroupsChange = { customerId: string; enabled: boolean; reason: string }

export function aigcGroupsMutation() {
  return change(({ customerId, enabled, reason }: AigcGroupsChange) =>
    callApi(apiPaths.adminAigcGroups(customerId), {
      method: 'POST',
      body: { enabled, reason },
      reply: customersShape('AigcGroupsReply'),
    }),
  )
}

export function customerLimitsMutation() {
  return change(({ id, limits: body }: { id: string; limits: CallLimits }) =>
    callApi(apiPaths.adminCustomer(id), { method: 'PATCH', body, reply: customersShape('Customer') }),
  )
}

type UserReset = { customerId: string; userId: string; reason: string }

/** The returned link gives access to an account, so it must not stay in the cache. */
export function resetLinkMutation() {
  return {
    ...change(({ customerId, userId, reason }: UserReset) =>
      callApi(apiPaths.adminResetLink(customerId), {
        method: 'POST',
        body: { user_id: userId, reason },
        reply: customersShape('ResetLinkReply'),
      }),
    ),
    gcTime: 0,
  }
}

export function resetSecondFactorMutation() {
  return change(({ customerId, userId, reason }: UserReset) =>
    callApi(apiPaths.adminResetSecondFactor(customerId), {
      method: 'POST',
      body: { user_id: userId, reason },
      reply: customersShape('SecondFactorWasReset'),
    }),
  )
}

const QUEUE_POLL_MILLIS = 5000

export function queueQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'queue'],
    queryFn: ({ signal }) => callApi(apiPaths.adminQueue, { reply: shape('QueueReply'), signal }),
    refetchInterval: QUEUE_POLL_MILLIS,
  })
}

export function jobsQuery({ state, offset, limit }: Pick<JobsQuery, 'state' | 'offset' | 'limit'>) {
  return queryOptions({
    queryKey: [...operatorsKey, 'jobs', state, offset, limit],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminJobs, { reply: shape('JobPage'), query: { state, offset, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUEUE_POLL_MILLIS,
  })
}

export function retryJobMutation() {
  return change((id: string) =>
    callApi(apiPaths.adminJobRetry(id), { method: 'POST', reply: shape('JobReply') }),
  )
}

export function discardJobMutation() {
  return change((id: string) =>
    callApi(apiPaths.adminJob(id), { method: 'DELETE', reply: shape('JobReply') }),
  )
}

const RUNNING_POLL_MILLIS = 1000

/** The latest checks; polled while one runs. */
export function ledgerChecksQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'ledger'],
    queryFn: ({ signal }) => callApi(apiPaths.adminLedger, { reply: shape('LedgerChecks'), signal }),
    select: (list) => list.data,
    refetchInterval: ({ state }) =>
      state.data?.data[0]?.status === 'running' ? RUNNING_POLL_MILLIS : 60_000,
  })
}

export function checkLedgerMutation() {
  return change<void, LedgerCheck>(() =>
    callApi(apiPaths.adminLedger, { method: 'POST', reply: shape('LedgerCheck') }),
  )
}

/** A mutation that refetches everything afterwards, also on failure: another operator may have made a change. */
export function change<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  return mutationOptions({
    mutationFn,
    onSettled: (_result, _error, _input, _context, { client }: { client: QueryClient }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}
