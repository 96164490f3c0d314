import type { Caller } from '@/lib/platform/caller'
import { presentModel } from './presenter'
import { catalogSnapshot } from './read-snapshot'
import type { ModelListReply } from './schema'

/** Every model that the caller can call, of all modalities, by id. */
export function listModels(caller: Caller): ModelListReply {
  const allowed = caller.apiKey?.allowedModels ?? null
  const models = [...catalogSnapshot().models.values()]
  const data = models.filter(({ id }) => allowed === null || allowed.includes(id)).map(presentModel)
  return {
    object: 'list',
    data,
    has_more: false,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
}
