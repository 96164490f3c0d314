import { listModels } from '@/lib/catalog/models'
import type { Caller } from '@/lib/platform/caller'
import type { ImageModelList } from './schema'

/** The image models that the caller can call now, by id. */
export function listImageModels(caller: Caller): ImageModelList {
  const { data } = listModels(caller)
  return { object: 'list', data: data.filter(({ modality }) => modality === 'image') }
}
