import { modelExists, providerExists } from '@/lib/catalog/read-snapshot'
import { AppError } from '@/lib/platform/errors'
import type { CreateApiKeyRequest, DefaultModelsRequest, UpdateApiKeyRequest } from '../schema'

/** A key must not name models or providers that the catalog does not have: a typo would only show when it is used. */
export async function checkKnownIds(settings: CreateApiKeyRequest | UpdateApiKeyRequest): Promise<void> {
  for (const id of settings.allowed_models ?? []) await checkModel('allowed_models', id)
  for (const id of settings.routing?.models ?? []) await checkModel('routing.models', id)
  for (const id of settings.routing?.order ?? []) {
    if (!(await providerExists(id)))
      throw new AppError('invalid_parameter', {
        param: 'routing.order',
        message: `There is no provider "${id}".`,
      })
  }
}

export async function checkKnownDefaults(defaults: DefaultModelsRequest): Promise<void> {
  for (const modality of ['chat', 'image', 'video'] as const) {
    const id = defaults[modality]
    if (id !== null && !(await modelExists(id, modality)))
      throw new AppError('invalid_parameter', {
        param: modality,
        message: `There is no ${modality} model "${id}".`,
      })
  }
}

async function checkModel(param: string, id: string): Promise<void> {
  if (!(await modelExists(id)))
    throw new AppError('invalid_parameter', { param, message: `There is no model "${id}".` })
}
