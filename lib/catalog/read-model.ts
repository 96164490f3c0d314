import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { findModel } from './find-model'
import { presentModel } from './presenter'
import type { ModelReply } from './schema'

export function readModel(caller: Caller, id: string): ModelReply {
  const model = findModel(id)
  if (model === undefined) throw new AppError('model_not_found', { param: 'model' })
  const allowed = caller.apiKey?.allowedModels ?? null
  if (allowed !== null && !allowed.includes(id)) throw new AppError('model_not_allowed', { param: 'model' })
  return presentModel(model)
}
