import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi, type Shape } from './api-client'

type Page<Task> = { items: Task[]; has_more: boolean; next_cursor: string | null }

type TaskApi<Task, Created, Cancelled, Deleted> = {
  /** The first part of all query keys. */
  key: string
  pollMillis: number
  pageSize: number
  paths: { history: string; record: (id: string) => string; cancel: (id: string) => string }
  replies: {
    page: Shape<z.ZodType<Page<Task>>>
    record: Shape<z.ZodType<Task>>
    created: Shape<z.ZodType<Created>>
    cancelled: Shape<z.ZodType<Cancelled>>
    deleted: Shape<z.ZodType<Deleted>>
  }
}

type CreateTask<Body> = {
  body: Body
  /** The same for every try of one request, so that a repeated one starts no second task. */
  idempotencyKey: string
}

/** Whether a task is waiting or being worked on. */
export function isRunning({ status }: { status: string }): boolean {
  return status === 'queued' || status === 'processing'
}

const hasRunning = ({ items }: Page<{ status: string }>) => items.some(isRunning)

/**
 * A page that polling need not read again: none of its tasks is running, and it begins where it began. The first page is always
 * read, so that a task more or less there has those after it read too.
 */
function unchangedPage<Read extends Page<{ status: string }>>(
  client: QueryClient,
  queryKey: QueryKey,
  cursor: string,
): Read | undefined {
  const { data, isInvalidated } = client.getQueryState<InfiniteData<Read, string>>(queryKey) ?? {}
  if (cursor === '' || isInvalidated || !data?.pages.some(hasRunning)) return undefined
  const page = data.pages[data.pageParams.indexOf(cursor)]
  return page && !hasRunning(page) ? page : undefined
}

/** The queries and mutations of a studio: its history, one task, and what starts, cancels and deletes one. */
export function taskQueries<Task extends { status: string }, Created, Cancelled, Deleted>(
  api: TaskApi<Task, Created, Cancelled, Deleted>,
) {
  const { pollMillis, pageSize, paths, replies } = api
  const historyKey = [api.key, 'history']
  const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: historyKey })
  return {
    /** The last 30 days, newest first, a page at a time; polled while a task is running. */
    history: (filter: { status?: Task['status']; q?: string; board?: string } = {}) =>
      infiniteQueryOptions({
        queryKey: [...historyKey, 'pages', filter],
        queryFn: ({ pageParam, signal, client, queryKey }) =>
          unchangedPage<Page<Task>>(client, queryKey, pageParam) ??
          callApi(paths.history, {
            reply: replies.page,
            query: { ...filter, limit: pageSize, cursor: pageParam },
            signal,
          }),
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
        refetchInterval: ({ state }) => (state.data?.pages.some(hasRunning) ? pollMillis : false),
      }),

    /** One task, polled until it is finished. */
    record: (id: string) =>
      queryOptions({
        queryKey: [...historyKey, 'one', id],
        queryFn: ({ signal }) => callApi(paths.record(id), { reply: replies.record, signal }),
        refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMillis : false),
      }),

    create: <Body extends object>(path: string) =>
      mutationOptions({
        mutationFn: ({ body, idempotencyKey }: CreateTask<Body>) =>
          callApi(path, {
            method: 'POST',
            body,
            reply: replies.created,
            headers: { 'idempotency-key': idempotencyKey },
          }),
        onSuccess: (_task, _body, _result, { client }) => refresh(client),
      }),

    cancel: () =>
      mutationOptions({
        mutationFn: (id: string) => callApi(paths.cancel(id), { method: 'POST', reply: replies.cancelled }),
        onSuccess: (_task, _id, _result, { client }) => refresh(client),
      }),

    /** The task's files are deleted with it. */
    remove: () =>
      mutationOptions({
        mutationFn: (id: string) => callApi(paths.record(id), { method: 'DELETE', reply: replies.deleted }),
        onSuccess: (_deleted, _id, _result, { client }) => refresh(client),
      }),
  }
}
