import type { CatalogModel, CatalogSnapshot } from '@/lib/catalog/catalog-snapshot'
import type { Modality } from '@/lib/catalog/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { isAllowed } from './is-allowed'

/** A model that the caller may use for this. Throws 404, 403 or 400 naming `param`, the field that asks for it. */
export function findUsableModel(
  caller: Caller,
  id: string,
  param: string,
  modality: Modality,
  snapshot: CatalogSnapshot,
): CatalogModel {
  const model = snapshot.models.get(id)
  if (model === undefined)
    throw new AppError('model_not_found', { param, message: `There is no model ${quoted(id)}.` })
  if (!isAllowed(caller, id))
    throw new AppError('model_not_allowed', {
      param,
      message: `This API key may not use the model ${quoted(id)}.`,
    })
  if (model.modality !== modality)
    throw new AppError('invalid_parameter', {
      param,
      message: `${quoted(id)} is a model for ${model.modality}, not for ${modality}.`,
    })
  return model
}

const LONGEST_QUOTE = 100

function quoted(id: string): string {
  return JSON.stringify(id.length > LONGEST_QUOTE ? `${id.slice(0, LONGEST_QUOTE)}…` : id)
}
