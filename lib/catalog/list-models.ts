import type { Caller } from '@/lib/platform/caller'
import { presentModel } from './presenter'
import { catalogSnapshot } from './read-snapshot'
import type { ModelListReply } from './schema'

/** Every model that the caller can call, of all modalities, by id. */
export function listModels(caller: Caller): ModelListReply {
  const allowed = caller.apiKey?.allowedModels ?? null
  const models = [...catalogSnapshot().models.values()]
  return {
    object: 'list',
    data: models.filter(({ id }) => allowed === null || allowed.includes(id)).map(presentModel),
  }
}
