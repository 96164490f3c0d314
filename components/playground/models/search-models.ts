import type { ChatModel } from './chat-model'

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
