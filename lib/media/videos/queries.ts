import { queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf, withAbilities } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { taskQueries } from '@/lib/client/task-queries'
import type { CreateVideoBody } from './schema'

const catalogShape = shapesOf(() => import('@/lib/catalog/models/schema'))
const shape = shapesOf(() => import('./schema'))

export function videoModelsQuery() {
  return queryOptions({
    queryKey: ['videos', 'models'],
    queryFn: async ({ signal }) => {
      const list = await callApi(apiPaths.videoModels, { reply: catalogShape('ModelListReply'), signal })
      return withAbilities(list.data, await catalogShape('VideoCapabilities')())
    },
  })
}

const tasks = taskQueries({
  key: 'videos',
  pollMillis: 2000,
  pageSize: 24,
  paths: { history: apiPaths.videoHistory, record: apiPaths.videoRecord, cancel: apiPaths.cancelVideo },
  replies: {
    page: shape('VideoHistoryReply'),
    record: shape('VideoRecord'),
    created: shape('CreatedVideo'),
    cancelled: shape('VideoTask'),
    deleted: shape('DeletedVideo'),
  },
})

export const videoHistoryQuery = tasks.history
export const videoRecordQuery = tasks.record
export const cancelVideoMutation = tasks.cancel
export const deleteVideoMutation = tasks.remove
export const createVideoMutation = () => tasks.create<CreateVideoBody>(apiPaths.videoGenerations)
