import { formatPerMillion } from '@/lib/client/format/money'

/** A chat model as the playground shows it. */
export type ChatModel = {
  id: string
  name: string
  contextLength: number | null
  /** USD per token, as the catalog states it. */
  promptPrice: string | null
  completionPrice: string | null
  supportedParameters: readonly string[]
  /** False only where the catalog says so: pictures would be sent for nothing. */
  readsImages: boolean
}

/** What a model is called; one that is no longer offered, by its id. */
export function nameModel(models: readonly ChatModel[], id: string): string {
  return models.find((model) => model.id === id)?.name ?? id
}

/** Every word must occur in the id or the name; ids that begin with the query come first. */
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

/** USD per token → per million tokens, as everyone compares them: `"0.00000015"` → `$0.15`. */
export function formatPricePerMillion(price: string | null): string | null {
  if (price === null || !Number.isFinite(Number(price))) return null
  return Number(price) === 0 ? 'Free' : formatPerMillion(price)
}
