import { queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf, withAbilities } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { taskQueries } from '@/lib/client/task-queries'
import type { CreateEditBody, CreateGenerationBody, CreateVariationBody } from './schema'

const catalogShape = shapesOf(() => import('@/lib/catalog/models/schema'))
const shape = shapesOf(() => import('./schema'))

export function imageModelsQuery() {
  return queryOptions({
    queryKey: ['images', 'models'],
    queryFn: async ({ signal }) => {
      const list = await callApi(apiPaths.imageModels, { reply: catalogShape('ModelListReply'), signal })
      return withAbilities(list.data, await catalogShape('ImageCapabilities')())
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

export const imageHistoryQuery = tasks.history
export const imageRecordQuery = tasks.record
export const cancelImageMutation = tasks.cancel
export const deleteImageMutation = tasks.remove
export const createGenerationMutation = () => tasks.create<CreateGenerationBody>(apiPaths.imageGenerations)
export const createEditMutation = () => tasks.create<CreateEditBody>(apiPaths.imageEdits)
export const createVariationMutation = () => tasks.create<CreateVariationBody>(apiPaths.imageVariations)
