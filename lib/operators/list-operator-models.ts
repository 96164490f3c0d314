import { listModelSettings } from '@/lib/catalog/list-model-settings'
import type { OperatorModelList } from './catalog-schema'
import { presentModelItem } from './internal/present-catalog'

/** Every model that is not withdrawn, callable or not, by id. */
export async function listOperatorModels(): Promise<OperatorModelList> {
  return { object: 'list', data: (await listModelSettings()).map(presentModelItem) }
}
