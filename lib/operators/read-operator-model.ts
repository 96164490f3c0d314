import { readModelSettings } from '@/lib/catalog/read-model-settings'
import type { OperatorModel } from './catalog-schema'
import { presentModel } from './internal/present-catalog'

/** One model with its routes and every price that they had, have and will have. Throws `not_found`. */
export async function readOperatorModel(id: string): Promise<OperatorModel> {
  return presentModel(await readModelSettings(id))
}
