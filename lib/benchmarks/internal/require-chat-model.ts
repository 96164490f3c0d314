import type { CatalogModel } from '@/lib/catalog/catalog-snapshot'
import { findModel } from '@/lib/catalog/find-model'
import { AppError } from '@/lib/platform/errors'

/** A model that can be called now and talks. Throws `model_not_found`, `invalid_parameter`. */
export function requireChatModel(id: string): CatalogModel {
  const model = findModel(id)
  if (model === undefined) throw new AppError('model_not_found', { param: 'model' })
  if (model.modality !== 'chat')
    throw new AppError('invalid_parameter', { param: 'model', message: 'Only chat models can be measured.' })
  return model
}
