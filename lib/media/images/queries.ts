import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ImageCapabilities, ModelReply } from '@/lib/catalog/models/schema'
import { callApi, type Shape, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { taskQueries } from '@/lib/client/task-queries'
import type { CreateEditBody, CreateGenerationBody, CreateVariationBody } from './schema'

/** The server states all capabilities, also those that a model leaves to their defaults. */
type ImageModels = { data: (ModelReply & { capabilities: ImageCapabilities })[] }
const models: Shape<z.ZodType<ImageModels>> = { typed: true }
const shape = shapesOf<typeof import('./schema')>()

export function imageModelsQuery() {
  return queryOptions({
    queryKey: ['images', 'models'],
    queryFn: async ({ signal }) => {
      const { data } = await callApi(apiPaths.imageModels, { reply: models, signal })
      return data.map((model) => ({ ...model, able: model.capabilities }))
    },
  })
}

const tasks = taskQueries({
  key: 'images',
  pollMillis: 1500,
  pageSize: 30,
  paths: { history: apiPaths.imageHistory, record: apiPaths.imageRecord, cancel: apiPaths.cancelImage },
  replies: {
    page: shape('ImageHistoryReply'),
    record: shape('ImageRecord'),
    created: shape('CreatedImageTask'),
    cancelled: shape('ImageTask'),
    deleted: shape('DeletedImage'),
  },
})

/** What was made from the same first result as this task, a video too; fetched again whenever the history is. */
export function familyQuery(id: string) {
  return queryOptions({
    queryKey: ['images', 'history', 'family', id],
    queryFn: ({ signal }) => callApi(apiPaths.family(id), { reply: shape('Family'), signal }),
    select: ({ items }) => items,
  })
}

export const imageHistoryQuery = tasks.history
export const imageRecordQuery = tasks.record
export const cancelImageMutation = tasks.cancel
export const deleteImageMutation = tasks.remove
export const createGenerationMutation = () => tasks.create<CreateGenerationBody>(apiPaths.imageGenerations)
export const createEditMutation = () => tasks.create<CreateEditBody>(apiPaths.imageEdits)
export const createVariationMutation = () => tasks.create<CreateVariationBody>(apiPaths.imageVariations)
