import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'

type BlindModelsProps = { conversation: Conversation; models: readonly ChatModel[] }

/** Which of the chosen models will not look at the pictures. They are sent all the same: the model's word counts. */
export function BlindModels({ conversation, models }: BlindModelsProps) {
  const chosen = new Set(conversation.columns.map((column) => column.modelId))
  const blind = models.filter((model) => chosen.has(model.id) && !model.readsImages)
  if (blind.length === 0) return null
  const names = blind.map((model) => model.name).join(', ')
  return <p className="text-xs text-warning-text">{names} may not see pictures.</p>
}
