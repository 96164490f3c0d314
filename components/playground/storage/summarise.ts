import type { Conversation } from '../state/conversation'
import type { Summary } from './conversation-archive'

const searchLength = 6_000

export function summarise(conversation: Conversation): Summary {
  return {
    id: conversation.id,
    title: conversation.title,
    updatedAt: conversation.updatedAt,
    modelIds: [...new Set(conversation.columns.map((column) => column.modelId))],
    searchText: searchTextOf(conversation),
  }
}

function searchTextOf(conversation: Conversation): string {
  let text = ''
  for (const turn of conversation.turns) {
    const answers = Object.values(turn.replies)
      .flat()
      .map((step) => step.content)
    text += `${[turn.prompt.text, ...answers].join('\n')}\n`
    if (text.length > searchLength) break
  }
  return text.slice(0, searchLength).toLowerCase()
}
