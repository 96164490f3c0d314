import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ModelReply, VideoCapabilities } from '@/lib/catalog/models/schema'
import { callApi, type Shape, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { taskQueries } from '@/lib/client/task-queries'
import type { CreateVideoBody } from './schema'

/** The server states all capabilities, also those that a model leaves to their defaults. */
type VideoModels = { data: (ModelReply & { capabilities: VideoCapabilities })[] }
const models: Shape<z.ZodType<VideoModels>> = { typed: true }
const shape = shapesOf<typeof import('./schema')>()

export function videoModelsQuery() {
  return queryOptions({
    queryKey: ['videos', 'models'],
    queryFn: async ({ signal }) => {
      const { data } = await callApi(apiPaths.videoModels, { reply: models, signal })
      return data.map((model) => ({ ...model, able: model.capabilities }))
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
