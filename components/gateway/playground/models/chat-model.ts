import type { ModelListReply } from '@/lib/catalog/models/schema'
import { formatPerMillion } from '@/lib/client/format/money'

/** Of models that answer side by side. */
export const maxColumns = 4

/** A chat model as the playground shows it. */
export type ChatModel = {
  id: string
  name: string
  contextLength: number | null
  /** USD per token, as in the catalog. */
  promptPrice: string | null
  completionPrice: string | null
  supportedParameters: readonly string[]
  /** False only if the catalog says so. */
  readsImages: boolean
}

export const selectChatModels = (list: ModelListReply): ChatModel[] =>
  list.data
    .filter((model) => model.modality === 'chat')
    .map((model) => ({
      id: model.id,
      name: model.name,
      contextLength: model.context_length,
      promptPrice: model.pricing.prompt ?? null,
      completionPrice: model.pricing.completion ?? null,
      supportedParameters: model.supported_parameters,
      readsImages: readsImages(model.capabilities.input_modalities),
    }))

function readsImages(modalities: unknown): boolean {
  return !Array.isArray(modalities) || modalities.includes('image')
}

/** A model's name; its ID if it is no longer offered. */
export function nameModel(models: readonly ChatModel[], id: string): string {
  return models.find((model) => model.id === id)?.name ?? id
}

/** Every word must occur in the ID or the name. Matches at the beginning come first. */
export function searchModels(models: readonly ChatModel[], query: string): ChatModel[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...models]
  const found = models.filter((model) => {
    const text = `${model.id} ${model.name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const start = words.join(' ')
  const begins = (model: ChatModel) =>
    model.id.toLowerCase().startsWith(start) || model.name.toLowerCase().startsWith(start)
  return [...found.filter(begins), ...found.filter((model) => !begins(model))]
}

/** USD per token → per million tokens: `"0.00000015"` → `$0.15`. */
export function formatPricePerMillion(price: string | null): string | null {
  if (price === null || !Number.isFinite(Number(price))) return null
  return Number(price) === 0 ? 'Free' : formatPerMillion(price)
}
