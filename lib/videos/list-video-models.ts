import { listModels } from '@/lib/catalog/models'
import type { Caller } from '@/lib/platform/caller'
import type { VideoModelList } from './schema'

/** The models that make videos, as far as the caller may use them. */
export function listVideoModels(caller: Caller): VideoModelList {
  const { object, data } = listModels(caller)
  return { object, data: data.filter(({ modality }) => modality === 'video') }
}
