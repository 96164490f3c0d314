import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
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

/** The queries and mutations of a studio: its history, one task, and what starts, cancels and deletes one. */
export function taskQueries<Task extends { status: string }, Created, Cancelled, Deleted>(
  api: TaskApi<Task, Created, Cancelled, Deleted>,
) {
  const { pollMillis, pageSize, paths, replies } = api
  const historyKey = [api.key, 'history']
  const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: historyKey })
  return {
    /** The last 30 days, newest first, a page at a time; polled while a task is running. */
    history: (filter: { status?: Task['status']; q?: string } = {}) =>
      infiniteQueryOptions({
        queryKey: [...historyKey, 'pages', filter],
        queryFn: ({ pageParam, signal }) =>
          callApi(paths.history, {
            reply: replies.page,
            query: { ...filter, limit: pageSize, cursor: pageParam },
            signal,
          }),
        initialPageParam: '',
        getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ items }) => items.some(isRunning)) ? pollMillis : false,
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
