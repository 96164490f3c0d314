import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { CreateShareRequest } from './schema'

const shape = shapesOf(() => import('./schema'))

const sharesKey = ['shares']

export function sharesQuery(taskId: string) {
  return queryOptions({
    queryKey: [...sharesKey, taskId],
    queryFn: ({ signal }) =>
      callApi(apiPaths.shares, { reply: shape('ShareListReply'), query: { task_id: taskId }, signal }),
    select: ({ items }) => items,
  })
}

export function createShareMutation() {
  return mutationOptions({
    mutationFn: (body: z.input<typeof CreateShareRequest>) =>
      callApi(apiPaths.shares, { method: 'POST', body, reply: shape('CreatedShare') }),
    onSuccess: (_share, _body, _result, { client }) => client.invalidateQueries({ queryKey: sharesKey }),
  })
}

export function revokeShareMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.share(id), { method: 'DELETE', reply: shape('RevokedShare') }),
    onSuccess: (_share, _id, _result, { client }) => client.invalidateQueries({ queryKey: sharesKey }),
  })
}
