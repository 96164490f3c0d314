import {
  hashKey,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiError, callApi, type Shape, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { AssetItem, AssetType, GroupType, PORTRAIT_VERSION, PortraitReply } from './schema'

const shape = shapesOf<typeof import('./schema')>()

/** As in the schema, of which only the type is bundled. */
const version: typeof PORTRAIT_VERSION = '2024-01-01'

const portraitsKey = ['portraits']
const POLL_MILLIS = 2000
const PAGE_SIZE = 30
const COVERED_GROUPS = 100

type GroupFilter = { GroupType?: GroupType; Name?: string }

/** The customer's groups, newest first, a page at a time. */
export const groupsQuery = (filter: GroupFilter = {}) =>
  pagesOf('ListAssetGroups', filter, shape('GroupPage'))

export const groupQuery = (Id: string) => queryOf('GetAssetGroup', { Id }, shape('GroupItem'))

type AssetFilter = {
  GroupIds?: string[]
  GroupType?: GroupType
  Name?: string
  Statuses?: AssetItem['Status'][]
}

/** Assets, newest first; polled while one of them is being checked. */
export function assetsQuery(filter: AssetFilter) {
  return infiniteQueryOptions({
    ...pagesOf('ListAssets', filter, shape('AssetPage')),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ Items }) => Items.some(({ Status }) => Status === 'Processing'))
        ? POLL_MILLIS
        : false,
  })
}

export const assetQuery = (Id: string) => queryOf('GetAsset', { Id }, shape('AssetItem'))

export function createGroupMutation() {
  return change((input: { Name: string; Title?: string; Description?: string }) =>
    act('CreateAssetGroup', input, shape('CreatedId')),
  )
}

export function updateGroupMutation() {
  return change((input: { Id: string; Name?: string; Title?: string; Description?: string }) =>
    act('UpdateAssetGroup', input, shape('GroupItem')),
  )
}

export function deleteGroupMutation() {
  return mutationOptions({
    mutationFn: (Id: string) => act('DeleteAssetGroup', { Id }, shape('PortraitReply')),
    // The group's page may still be open: refetching the group would fail and break the page before it closes.
    onSuccess: (_result, Id, _context, { client }: { client: QueryClient }) =>
      client.invalidateQueries({
        queryKey: portraitsKey,
        predicate: ({ queryHash }) => queryHash !== hashKey(groupQuery(Id).queryKey),
      }),
  })
}

export function createAssetMutation() {
  return change((input: { GroupId: string; URL: string; AssetType: AssetType; Name?: string }) =>
    act('CreateAsset', input, shape('CreatedId')),
  )
}

export function updateAssetMutation() {
  return change((input: { Id: string; Name: string }) => act('UpdateAsset', input, shape('AssetItem')))
}

export function deleteAssetMutation() {
  return change((Id: string) => act('DeleteAsset', { Id }, shape('PortraitReply')))
}

/** Begins a liveness check; `CallbackURL` is where the phone continues afterwards. */
export function createValidationMutation() {
  return change((CallbackURL: string) =>
    act('CreateVisualValidateSession', { CallbackURL }, shape('ValidationSession')),
  )
}

/** Throws an ApiError `ValidatePending`, `ValidateFailed`, `TokenExpired` or `InvalidToken` until there is a group. */
export function validationResultQuery(token: string) {
  return queryOptions({
    ...queryOf('GetVisualValidateResult', { ValidateToken: token }, shape('ValidationResult')),
    retry: false,
    refetchInterval: ({ state }) =>
      state.error instanceof ApiError && state.error.code === 'ValidatePending' ? POLL_MILLIS : false,
  })
}

/** The state of a check on the phone. */
export function livenessQuery(token: string) {
  return queryOptions({
    queryKey: [...portraitsKey, 'liveness', token],
    queryFn: ({ signal }) => callApi(apiPaths.liveness(token), { reply: shape('LivenessPage'), signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'opened' ? POLL_MILLIS : false,
  })
}

/** One image of each group, by the group's id. */
export function coversQuery(groupIds: readonly string[]) {
  return queryOptions({
    queryKey: [...portraitsKey, 'covers', groupIds],
    queryFn: async ({ signal }) => {
      const Filter = { GroupIds: groupIds.slice(0, COVERED_GROUPS), Statuses: ['Active'] }
      const { Items } = await act(
        'ListAssets',
        { Filter, PageSize: 100, SortOrder: 'Desc' },
        shape('AssetPage'),
        signal,
      )
      return new Map(
        Items.flatMap((asset) => (asset.AssetType === 'Image' ? [[asset.GroupId, asset.URL]] : [])),
      )
    },
  })
}

/** What an action reads. */
function queryOf<Schema extends z.ZodType>(action: string, body: object, result: Shape<Schema>) {
  return queryOptions({
    queryKey: [...portraitsKey, action, body],
    queryFn: ({ signal }) => act(action, body, result, signal),
  })
}

type Page = { TotalCount: number; PageNumber: number; PageSize: number }

/** A list, newest first, a page at a time. */
function pagesOf<Schema extends z.ZodType<Page>>(action: string, Filter: object, result: Shape<Schema>) {
  return infiniteQueryOptions({
    queryKey: [...portraitsKey, action, Filter],
    queryFn: ({ pageParam, signal }) =>
      act(action, { Filter, PageNumber: pageParam, PageSize: PAGE_SIZE }, result, signal),
    initialPageParam: 1,
    getNextPageParam: ({ PageNumber, PageSize: size, TotalCount }) =>
      PageNumber * size < TotalCount ? PageNumber + 1 : undefined,
  })
}

/** One action. The protocol sends some errors with HTTP 200. */
async function act<Schema extends z.ZodType>(
  action: string,
  body: object,
  _result: Shape<Schema>,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  type Reply = Pick<PortraitReply, 'ResponseMetadata'> & { Result: z.output<Schema> }
  const typed: Shape<z.ZodType<Reply>> = { typed: true }
  const reply = await callApi(apiPaths.portrait, {
    method: 'POST',
    query: { Action: action, Version: version },
    body,
    reply: typed,
    signal,
  })
  const error = reply.ResponseMetadata.Error
  if (error) throw new ApiError({ status: 200, code: error.Code, message: error.Message })
  return reply.Result
}

function change<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  return mutationOptions({
    mutationFn,
    onSuccess: (_result, _input, _context, { client }: { client: QueryClient }) =>
      client.invalidateQueries({ queryKey: portraitsKey }),
  })
}
