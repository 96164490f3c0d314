import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Shape, shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf, pagesOf, queryOf, type Sent } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { ChangeSetupRequest } from '@/lib/operator/settings/schema'
import type { AdjustRequest, CallLimits, CustomersQuery } from './customers-schema'
import type { FiguresQuery } from './figures-schema'
import type { JobsQuery, SubjectType } from './schema'

const customersShape = shapesOf<typeof import('./customers-schema')>()
const figuresShape = shapesOf<typeof import('./figures-schema')>()
const settingsShape = shapesOf<typeof import('@/lib/operator/settings/schema')>()
const shape = shapesOf<typeof import('./schema')>()

/** Days in a time zone; undefined fields are not sent. */
export type FiguresFilters = Partial<Pick<FiguresQuery, 'start_date' | 'end_date' | 'timezone'>>

/** The query key prefix of all operator pages: any change may show on any of them. */
export const operatorsKey = ['operators']

export const overviewQuery = () => ({
  ...queryOf([...operatorsKey, 'overview'], apiPaths.adminOverview, shape('OverviewReply')),
  refetchInterval: 15_000,
})

export const setupMutation = () =>
  change(settingsShape('Setup'), (body: ChangeSetupRequest) => ['PATCH', apiPaths.adminSetup, body])

/** Figures of a range; the previous range stays visible while the next is fetched. */
export const figuresQuery = (filters: FiguresFilters) => ({
  ...queryOf(
    [...operatorsKey, 'figures', filters],
    apiPaths.adminFigures,
    figuresShape('FiguresReply'),
    filters,
  ),
  placeholderData: keepPreviousData,
  refetchInterval: 60_000,
})

const PENDING_POLL_MILLIS = 1500

/** The webhook of operator alerts; polled while a delivery is pending. */
export function alertWebhookQuery() {
  return queryOptions({
    ...queryOf([...operatorsKey, 'alert-webhook'], apiPaths.adminAlertWebhook, shape('AlertWebhook')),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') ? PENDING_POLL_MILLIS : false,
  })
}

export const testAlertWebhookMutation = () =>
  change(shape('AlertWebhook'), () => ['POST', apiPaths.adminAlertWebhook])

type AuditFilter = { subjectType?: SubjectType | undefined; subjectId?: string | undefined; limit?: number }

export const auditQuery = ({ subjectType, subjectId, limit = 50 }: AuditFilter) =>
  pagesOf(
    [...operatorsKey, 'audit', subjectType ?? 'all', subjectId ?? 'all', limit],
    apiPaths.adminAudit,
    shape('AuditPage'),
    { limit, subject_type: subjectType, subject_id: subjectId },
  )

type CustomerFilter = Pick<CustomersQuery, 'search' | 'status' | 'sort' | 'offset' | 'limit'>

/** A page of customers; the previous results stay visible while the next are fetched. */
export const customersQuery = (query: CustomerFilter) => ({
  ...queryOf(
    [...operatorsKey, 'customers', query],
    apiPaths.adminCustomers,
    customersShape('CustomerPage'),
    query,
  ),
  placeholderData: keepPreviousData,
})

export const customerQuery = (id: string) =>
  queryOf([...operatorsKey, 'customer', id], apiPaths.adminCustomer(id), customersShape('Customer'))

type Adjustment = { customerId: string; adjustment: AdjustRequest }

export const adjustMutation = () =>
  change(customersShape('AdjustReply'), ({ customerId, adjustment }: Adjustment) => [
    'POST',
    apiPaths.adminAdjust(customerId),
    adjustment,
  ])

type Suspension = { customerId: string; isSuspended: boolean; reason: string }

export const suspensionMutation = () =>
  change(customersShape('SuspensionReply'), ({ customerId, isSuspended, reason }: Suspension) => [
    'POST',
    isSuspended ? apiPaths.adminSuspend(customerId) : apiPaths.adminResume(customerId),
    { reason },
  ])

type AigcGroupsChange = { customerId: string; enabled: boolean; reason: string }

export const aigcGroupsMutation = () =>
  change(customersShape('AigcGroupsReply'), ({ customerId, enabled, reason }: AigcGroupsChange) => [
    'POST',
    apiPaths.adminAigcGroups(customerId),
    { enabled, reason },
  ])

export const customerLimitsMutation = () =>
  change(customersShape('Customer'), ({ id, limits: body }: { id: string; limits: CallLimits }) => [
    'PATCH',
    apiPaths.adminCustomer(id),
    body,
  ])

type UserReset = { customerId: string; userId: string; reason: string }

/** The returned link gives access to an account, so it must not stay in the cache. */
export const resetLinkMutation = () => ({
  ...change(customersShape('ResetLinkReply'), ({ customerId, userId, reason }: UserReset) => [
    'POST',
    apiPaths.adminResetLink(customerId),
    { user_id: userId, reason },
  ]),
  gcTime: 0,
})

export const resetSecondFactorMutation = () =>
  change(customersShape('SecondFactorWasReset'), ({ customerId, userId, reason }: UserReset) => [
    'POST',
    apiPaths.adminResetSecondFactor(customerId),
    { user_id: userId, reason },
  ])

const QUEUE_POLL_MILLIS = 5000

export const queueQuery = () => ({
  ...queryOf([...operatorsKey, 'queue'], apiPaths.adminQueue, shape('QueueReply')),
  refetchInterval: QUEUE_POLL_MILLIS,
})

export const jobsQuery = (query: Pick<JobsQuery, 'state' | 'offset' | 'limit'>) => ({
  ...queryOf([...operatorsKey, 'jobs', query], apiPaths.adminJobs, shape('JobPage'), query),
  placeholderData: keepPreviousData,
  refetchInterval: QUEUE_POLL_MILLIS,
})

export const retryJobMutation = () =>
  change(shape('JobReply'), (id: string) => ['POST', apiPaths.adminJobRetry(id)])

export const discardJobMutation = () =>
  change(shape('JobReply'), (id: string) => ['DELETE', apiPaths.adminJob(id)])

const RUNNING_POLL_MILLIS = 1000

/** The latest checks; polled while one runs. */
export function ledgerChecksQuery() {
  return queryOptions({
    ...listOf([...operatorsKey, 'ledger'], apiPaths.adminLedger, shape('LedgerChecks')),
    refetchInterval: ({ state }) =>
      state.data?.data[0]?.status === 'running' ? RUNNING_POLL_MILLIS : 60_000,
  })
}

export const checkLedgerMutation = () => change(shape('LedgerCheck'), () => ['POST', apiPaths.adminLedger])

/** Everything is read again afterwards, also on failure: another operator may have made a change. */
export const change = <Reply extends z.ZodType, Variables = void>(
  reply: Shape<Reply>,
  send: (variables: Variables) => Sent,
) => mutationOf(reply, send, { staleAnyway: operatorsKey })
