import { listNames } from './repository'

/** What models and providers are called, those that were withdrawn too; an id where there never was one. */
export async function readNames(): Promise<{
  modelName: (id: string) => string
  providerName: (id: string) => string
}> {
  const { models, providers } = await listNames()
  return {
    modelName: (id) => models.get(id) ?? id,
    providerName: (id) => providers.get(id) ?? id,
  }
}
